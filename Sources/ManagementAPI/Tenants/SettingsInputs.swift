import Domain
import StrictJSON
import WebCore

/// The changes to the settings; nil keeps a setting.
struct SettingsInputs: Sendable {
    static let maximumBytes = 1 << 20

    let version: Int?
    private let methods: [TenantSettings.Method]?
    private let dialect: TenantSettings.Dialect?
    private let isAnonymous: Bool?
    private let signUp: TenantSettings.SignUpPolicy?
    private let confirmsEmail: Bool?
    private let securesPasswordChange: Bool?
    private let redirects: [RedirectRule]?
    private let idle: Int?
    private let absolute: Int?
    private let accessToken: Int?
    private let sessionsPerPerson: Int?
    private let multiSession: Bool?
    private let requiresNonce: Bool?
    private let revokesAtApple: Bool?
    private let appleDeletion: TenantSettings.AppleDeletion?
    private let language: Language?
    private let texts: [MessageText]?
    private let attributes: [DefaultAttribute]?

    /// - Throws: `.invalid` with every invalid field.
    init(_ object: JSONObject) throws(DomainError) {
        var fields = Fields(object)
        version = fields.read(Self.version)
        methods = Self.methods(&fields)
        dialect = fields.read(Self.dialect)
        isAnonymous = fields.read(Self.anonymous)
        signUp = fields.read(Self.signUp)
        confirmsEmail = fields.read(Self.confirmsEmail)
        securesPasswordChange = fields.read(Self.securesPasswordChange)
        redirects = Self.redirects(&fields)
        idle = fields.read(Self.idle)
        absolute = fields.read(Self.absolute)
        accessToken = fields.read(Self.accessToken)
        sessionsPerPerson = fields.read(Self.sessionsPerPerson)
        multiSession = fields.read(Self.multiSession)
        requiresNonce = fields.read(Self.requiresNonce)
        revokesAtApple = fields.read(Self.revokesAtApple)
        appleDeletion = fields.read(Self.appleDeletion)
        language = fields.read(Self.language)
        texts = fields.objects("texts", object, maximum: TenantSettings.maximumTexts, Self.text)
        attributes = fields.objects(
            "default_attributes",
            object,
            maximum: TenantSettings.maximumDefaultAttributes,
            Self.attribute
        )
        try fields.finish()
    }

    func apply(to settings: inout TenantSettings) {
        if let methods { settings.methods = Set(methods) }
        if let dialect { settings.dialect = dialect }
        if let isAnonymous { settings.isAnonymous = isAnonymous }
        if let signUp { settings.signUp = signUp }
        if let confirmsEmail { settings.confirmsEmail = confirmsEmail }
        if let securesPasswordChange { settings.securesPasswordChange = securesPasswordChange }
        if let redirects { settings.redirects = redirects }
        settings.sessions = SessionLifetimes(
            idle: idle.map { .seconds($0) } ?? settings.sessions.idle,
            absolute: absolute.map { .seconds($0) } ?? settings.sessions.absolute
        )
        if let accessToken { settings.accessTokenLifetime = .seconds(accessToken) }
        if let sessionsPerPerson { settings.sessionsPerPerson = sessionsPerPerson }
        if let multiSession { settings.multiSession = multiSession }
        if let requiresNonce { settings.requiresNonce = requiresNonce }
        if let revokesAtApple { settings.revokesAtAppleEverywhere = revokesAtApple }
        if let appleDeletion { settings.appleDeletion = appleDeletion }
        if let language { settings.language = language }
        if let texts { settings.texts = texts }
        if let attributes { settings.defaultAttributes = attributes }
    }

    // MARK: Fields

    private static let version = Input<Int?>.optionalInteger(
        "version",
        "The version that the change was made from; another one now is a conflict.",
        in: 0...Int(Int32.max)
    )
    private static let dialect: Input<TenantSettings.Dialect?> = .optionalOneOf(
        "dialect",
        "The wire format of the apps; under the other one nothing is found."
    )
    private static let anonymous = Input<Bool?>.optionalBool(
        "anonymous",
        "True keeps no e-mail address and no name of anyone."
    )
    private static let signUp: Input<TenantSettings.SignUpPolicy?> = .optionalOneOf(
        "sign_up",
        "Who can sign up: anyone, invited users, or no one."
    )
    private static let confirmsEmail = Input<Bool?>.optionalBool(
        "confirm_email",
        "True requires a verified email address before the first sign-in."
    )
    private static let securesPasswordChange = Input<Bool?>.optionalBool(
        "secure_password_change",
        "True asks for the current password, or digits sent by e-mail, before a new one is set in a session older than a day."
    )
    private static let idle = Input<Int?>.optionalInteger(
        "idle_seconds",
        "Unused for so long, a session ends.",
        in: TenantSettings.idleSeconds
    )
    private static let absolute = Input<Int?>.optionalInteger(
        "absolute_seconds",
        "However much it is used, a session ends after so long.",
        in: TenantSettings.absoluteSeconds
    )
    private static let accessToken = Input<Int?>.optionalInteger(
        "access_token_seconds",
        "How long an access token is good.",
        in: TenantSettings.accessTokenSeconds
    )
    private static let sessionsPerPerson = Input<Int?>.optionalInteger(
        "sessions_per_person",
        "That one person may have at once; the longest unseen ends when one more begins.",
        in: TenantSettings.sessionCounts
    )
    private static let multiSession = Input<Bool?>.optionalBool(
        "multi_session",
        "True lets a browser keep several people signed in, who take turns (Better Auth's multi-session plugin)."
    )
    private static let requiresNonce = Input<Bool?>.optionalBool(
        "require_nonce",
        "True refuses identity tokens without a nonce."
    )
    private static let revokesAtApple = Input<Bool?>.optionalBool(
        "revoke_at_apple_everywhere",
        "True withdraws the app's right at Apple when someone signs out everywhere."
    )
    private static let appleDeletion: Input<TenantSettings.AppleDeletion?> = .optionalOneOf(
        "apple_account_deleted",
        "What becomes of an account when its Apple Account is gone; one that has another way in, and the last administrator, stay."
    )
    private static let language: Input<Language?> = .optionalValue(
        "language",
        "Of texts, when a request asks for none that there is.",
        .language,
        orElse: languageSentence
    )
    private static let languageSentence = "Write a language like fr or fr-CA."

    static let descriptions: [InputDescription] = [
        version.description,
        InputDescription(
            "methods",
            .list(of: .oneOf(TenantSettings.Method.self), maximum: TenantSettings.Method.allCases.count).with(
                "minItems",
                1
            ),
            "The ways to sign in that are on."
        ),
        dialect.description, anonymous.description, signUp.description, confirmsEmail.description,
        securesPasswordChange.description,
        InputDescription(
            "redirect_urls",
            .list(of: redirectSchema, maximum: TenantSettings.maximumRedirects),
            "Where links may lead a browser afterwards; a star at the end allows all that begins alike."
        ),
        idle.description, absolute.description, accessToken.description, sessionsPerPerson.description,
        multiSession.description,
        requiresNonce.description,
        revokesAtApple.description, appleDeletion.description, language.description,
        InputDescription(
            "texts",
            .list(of: textSchema, maximum: TenantSettings.maximumTexts),
            "What apps show for a code, in the tenant's words."
        ),
        InputDescription(
            "default_attributes",
            .list(of: attributeSchema, maximum: TenantSettings.maximumDefaultAttributes),
            "What a new person has in `app_metadata`."
        ),
    ]

    private static func methods(_ fields: inout Fields) -> [TenantSettings.Method]? {
        guard fields.has("methods") else { return nil }
        let names = fields.texts("methods", maximumCount: TenantSettings.Method.allCases.count, maximum: 40)
        let methods = names.compactMap(TenantSettings.Method.init)
        if methods.count < names.count {
            fields.record("methods", .notOneOf(TenantSettings.Method.allCases.map(\.rawValue)))
        }
        return methods
    }

    private static func redirects(_ fields: inout Fields) -> [RedirectRule]? {
        guard fields.has("redirect_urls") else { return nil }
        let texts = fields.texts(
            "redirect_urls",
            maximumCount: TenantSettings.maximumRedirects,
            maximum: RedirectRule.maximumLength
        )
        let rules = texts.compactMap { RedirectRule($0) }
        if rules.count < texts.count {
            fields.record("redirect_urls", .redirectURL)
        }
        return rules
    }

    // MARK: Members of lists

    static let redirectSchema = Schema.line(1...RedirectRule.maximumLength).example("https://app.example.com/*")

    static let textSchema = Schema.object(
        [
            ("code", .line(1...MessageText.codeMaximumLength)), ("language", .language),
            ("text", .text(1...MessageText.textMaximumLength)),
        ],
        required: ["code", "language", "text"]
    )

    static let attributeSchema = Schema([
        "oneOf": [
            Schema.object([("name", attributeName), ("value", attributeValue)], required: ["name", "value"]).json,
            Schema.object(
                [("name", attributeName), ("after_seconds", .integer(DefaultAttribute.afterSeconds))],
                required: [
                    "name", "after_seconds",
                ]
            ).json,
        ]
    ])

    private static let attributeName = Schema.line(1...DefaultAttribute.nameMaximumLength).example("trial_ends_at")
    private static let attributeValue = Schema([
        "oneOf": [
            Schema.text(0...DefaultAttribute.textMaximumLength).json, Schema.bool.json,
            ["type": "integer", "minimum": .integer(-(1 << 53)), "maximum": .integer(1 << 53)],
        ]
    ])

    private static func text(_ fields: inout Fields, _: JSONObject) -> MessageText? {
        let code = fields.text("code", maximum: MessageText.codeMaximumLength)
        let language: Language? = fields.value("language", orElse: languageSentence)
        let text = fields.text("text", maximum: MessageText.textMaximumLength)
        return language.map { MessageText(code: code, language: $0, text: text) }
    }

    private static func attribute(_ fields: inout Fields, _ object: JSONObject) -> DefaultAttribute? {
        let name = fields.text("name", maximum: DefaultAttribute.nameMaximumLength)
        if DefaultAttribute.reservedNames.contains(name) {
            fields.record("name", .malformed("Gatehouse writes this attribute itself. Choose another name."))
        }
        if let seconds = fields.optionalInteger("after_seconds", in: DefaultAttribute.afterSeconds) {
            return DefaultAttribute(name: name, value: .after(.seconds(seconds)))
        }
        _ = fields.take("value")
        switch object["value"] {
        case .bool(let truth)?: return DefaultAttribute(name: name, value: .truth(truth))
        case .integer(let number)? where abs(number) <= 1 << 53:
            return DefaultAttribute(name: name, value: .integer(number))
        case .string(let text)? where text.count <= DefaultAttribute.textMaximumLength && !text.utf8.contains(0):
            return DefaultAttribute(name: name, value: .text(text))
        case nil: fields.record("value", .missing)
        default:
            fields.record(
                "value",
                .wrongType(
                    expected:
                        "a text of at most \(DefaultAttribute.textMaximumLength) characters, a whole number, or true or false"
                )
            )
        }
        return nil
    }
}

extension Fields {
    /// Reads a list of objects, each with fields of its own; their errors are recorded as `texts[2].code`.
    fileprivate mutating func objects<Item>(
        _ name: String,
        _ object: JSONObject,
        maximum: Int,
        _ read: (inout Fields, JSONObject) -> Item?
    ) -> [Item]? {
        guard let value = take(name) else { return nil }
        guard case .list = value, let elements = object[name]?.arrayValue else {
            record(name, .wrongType(expected: "a list"))
            return nil
        }
        guard elements.count <= maximum else {
            record(name, .malformed("Send at most \(maximum) values."))
            return nil
        }
        var items: [Item] = []
        for (place, element) in elements.enumerated() {
            guard let members = element.objectValue else {
                record("\(name)[\(place)]", .wrongType(expected: "an object"))
                continue
            }
            var fields = Fields(members)
            let item = read(&fields, members)
            do { try fields.finish() } catch {
                guard case .invalid(let problems) = error else { continue }
                for problem in problems { record("\(name)[\(place)].\(problem.field)", problem.rule) }
            }
            if let item { items.append(item) }
        }
        return items
    }
}
