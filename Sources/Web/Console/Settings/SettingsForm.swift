import Domain

/// The settings of one page, as they stand or as someone typed them.
protocol SettingsForm: Sendable {
    static var page: SettingsPage { get }
    /// Fields of the page by the names that the rules of the domain give them.
    static var fieldNames: [String: String] { get }

    init(_ settings: TenantSettings)
    /// Takes what was typed, and notes what is wrong with it.
    mutating func read(_ fields: inout Fields)
    func apply(to settings: inout TenantSettings)
    func parts(_ problems: FormProblems) -> [SettingView]
    /// One sentence or two that say what holds.
    var finding: String { get }
    /// Each setting in words: for who may only read, and to tell two people's wishes apart.
    var lines: [SettingLine] { get }
}

extension SettingsForm {
    static var fieldNames: [String: String] { [:] }
}

/// One setting in words.
struct SettingLine: Sendable {
    let field: String
    let label: String
    let words: String

    init(_ field: String, _ label: String, _ words: String) {
        self.field = field
        self.label = label
        self.words = words
    }

    /// Where two people's wishes differ.
    static func difference(of mine: [SettingLine], from theirs: [SettingLine]) -> [FormErrorsView.Problem] {
        zip(mine, theirs).filter { $0.words != $1.words }.map { mine, theirs in
            .init(
                text: "\(mine.label): now \(theirs.words.quoted), and \(mine.words.quoted) in your form",
                fieldID: "field-\(mine.field)"
            )
        }
    }
}

extension Bool {
    var words: String { self ? "yes" : "no" }
}

// MARK: Sign-in

struct SignInSettings: SettingsForm {
    static let page = SettingsPage.signIn
    private static let redirectsMaximumLength = TenantSettings.maximumRedirects * (RedirectRule.maximumLength + 2)

    private var methods: Set<TenantSettings.Method>
    private var signUp: TenantSettings.SignUpPolicy
    private var confirmsEmail: Bool
    private var securesPasswordChange: Bool
    private var isAnonymous: Bool
    private var redirects: [RedirectRule]
    private var typedRedirects: String
    private var dialect: TenantSettings.Dialect

    init(_ settings: TenantSettings) {
        methods = settings.methods
        signUp = settings.signUp
        confirmsEmail = settings.confirmsEmail
        securesPasswordChange = settings.securesPasswordChange
        isAnonymous = settings.isAnonymous
        redirects = settings.redirects
        typedRedirects = settings.redirects.map(\.description).joined(separator: "\n")
        dialect = settings.dialect
    }

    mutating func read(_ fields: inout Fields) {
        let names = fields.texts("methods", maximumCount: TenantSettings.Method.allCases.count, maximum: 40)
        methods = Set(names.compactMap(TenantSettings.Method.init))
        if names.contains(where: { TenantSettings.Method(rawValue: $0) == nil }) {
            fields.record("methods", .notOneOf(TenantSettings.Method.allCases.map(\.rawValue)))
        }
        if let chosen = fields.oneOf("sign_up", as: TenantSettings.SignUpPolicy.self) { signUp = chosen }
        confirmsEmail = fields.bool("confirm_email")
        securesPasswordChange = fields.bool("secure_password_change")
        isAnonymous = fields.bool("anonymous")
        let addresses = (fields.optionalText("redirect_urls", maximum: Self.redirectsMaximumLength) ?? "").split(
            whereSeparator: \.isWhitespace
        )
        typedRedirects = fields.typed("redirect_urls").replacing("\r\n", with: "\n")
        redirects = addresses.compactMap { RedirectRule(String($0)) }
        if redirects.count < addresses.count { fields.record("redirect_urls", SettingsInputs.redirectRule) }
        if let chosen = fields.oneOf("dialect", as: TenantSettings.Dialect.self) { dialect = chosen }
    }

    func apply(to settings: inout TenantSettings) {
        settings.methods = methods
        settings.signUp = signUp
        settings.confirmsEmail = confirmsEmail
        settings.securesPasswordChange = securesPasswordChange
        settings.isAnonymous = isAnonymous
        settings.redirects = redirects
        settings.dialect = dialect
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                choices: ChoicesView(
                    "methods",
                    "Sign-in methods",
                    kind: .checkbox,
                    items: TenantSettings.Method.allCases.map {
                        ChoiceView(
                            "methods",
                            value: $0.rawValue,
                            title: $0.words,
                            hint: $0.meaning,
                            isChecked: methods.contains($0)
                        )
                    },
                    hint:
                        "Users whose only method is off cannot sign in until it is on again. Their sessions stay active.",
                    error: problems["methods"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "sign_up",
                    "Sign-up",
                    kind: .radio,
                    items: TenantSettings.SignUpPolicy.allCases.map {
                        ChoiceView(
                            "sign_up",
                            value: $0.rawValue,
                            title: $0.words,
                            hint: $0.meaning,
                            isChecked: $0 == signUp
                        )
                    },
                    error: problems["sign_up"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "confirm_email",
                    "Email verification",
                    isTicked: confirmsEmail,
                    title: "Require email verification",
                    hint: "Users can sign in with a password only after they have verified their email address.",
                    error: problems["confirm_email"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "secure_password_change",
                    "Password change",
                    isTicked: securesPasswordChange,
                    title: "Require current password after 24 h",
                    hint:
                        "When the last sign-in is older, changing the password needs the current one or an email code. Members always need the current one.",
                    error: problems["secure_password_change"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "anonymous",
                    "Privacy mode",
                    isTicked: isAnonymous,
                    title: "Don’t store emails or names",
                    hint:
                        "Users are identified by a keyed hash only. Email and password must be off. Data that is already stored is kept.",
                    error: problems["anonymous"]
                )
            ),
            SettingView(
                area: AreaView(
                    "redirect_urls",
                    "Redirect URLs",
                    value: typedRedirects,
                    rows: 3,
                    hint:
                        "URLs of your apps and sites, one per line, like https://app.example.com/* or coachme://auth-callback. Browsers are redirected nowhere else.",
                    error: problems["redirect_urls"],
                    isRequired: false,
                    isVerbatim: true
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "dialect",
                    "Client SDKs",
                    kind: .radio,
                    items: [.both, .betterAuth, .gotrue].map { (dialect: TenantSettings.Dialect) in
                        ChoiceView(
                            "dialect",
                            value: dialect.rawValue,
                            title: dialect.words,
                            hint: dialect.meaning,
                            isChecked: dialect == self.dialect
                        )
                    },
                    error: problems["dialect"]
                )
            ),
        ]
    }

    var finding: String {
        let ways = CountText.list(methods.inOrder.map(\.inSentence))
        return (ways.isEmpty ? "No sign-in method is on. " : "People can sign in \(ways). ") + signUp.finding
    }

    var lines: [SettingLine] {
        [
            SettingLine("methods", "Sign-in methods", methods.inOrder.map(\.words).joined(separator: ", ")),
            SettingLine("sign_up", "Sign-up", signUp.words),
            SettingLine("confirm_email", "Require email verification", confirmsEmail.words),
            SettingLine("secure_password_change", "Require current password after 24 h", securesPasswordChange.words),
            SettingLine("anonymous", "Privacy mode", isAnonymous.words),
            SettingLine(
                "redirect_urls",
                "Redirect URLs",
                redirects.isEmpty ? "none" : redirects.map(\.description).joined(separator: ", ")
            ),
            SettingLine("dialect", "Client SDKs", dialect.words),
        ]
    }
}

// MARK: Sessions

struct SessionSettings: SettingsForm {
    static let page = SettingsPage.sessions
    static let fieldNames = [
        "idle_seconds": "idle", "absolute_seconds": "absolute", "access_token_seconds": "access_token",
    ]

    private var idle: TypedSpan
    private var absolute: TypedSpan
    private var accessToken: TypedSpan
    private var sessions: SessionLifetimes
    private var accessTokenLifetime: Duration
    private var perPerson: Int
    private var typedPerPerson: String
    private var multiSession: Bool

    init(_ settings: TenantSettings) {
        sessions = settings.sessions
        accessTokenLifetime = settings.accessTokenLifetime
        idle = TypedSpan(settings.sessions.idle)
        absolute = TypedSpan(settings.sessions.absolute)
        accessToken = TypedSpan(settings.accessTokenLifetime)
        perPerson = settings.sessionsPerPerson
        typedPerPerson = String(settings.sessionsPerPerson)
        multiSession = settings.multiSession
    }

    mutating func read(_ fields: inout Fields) {
        let unused = idle.read("idle", in: TenantSettings.idleSeconds, &fields)
        let whole = absolute.read("absolute", in: TenantSettings.absoluteSeconds, &fields)
        sessions = SessionLifetimes(idle: unused ?? sessions.idle, absolute: whole ?? sessions.absolute)
        accessTokenLifetime =
            accessToken.read("access_token", in: TenantSettings.accessTokenSeconds, &fields) ?? accessTokenLifetime
        let count = fields.integer("sessions_per_person", in: TenantSettings.sessionCounts)
        if TenantSettings.sessionCounts.contains(Int(fields.typed("sessions_per_person")) ?? 0) { perPerson = count }
        typedPerPerson = fields.typed("sessions_per_person")
        multiSession = fields.bool("multi_session")
    }

    func apply(to settings: inout TenantSettings) {
        settings.sessions = sessions
        settings.accessTokenLifetime = accessTokenLifetime
        settings.sessionsPerPerson = perPerson
        settings.multiSession = multiSession
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                span: SpanView(
                    "idle",
                    "Inactivity timeout",
                    idle,
                    hint: "A session that is unused for this long ends, and the user signs in again.",
                    error: problems["idle"]
                )
            ),
            SettingView(
                span: SpanView(
                    "absolute",
                    "Maximum session length",
                    absolute,
                    hint: "A session ends this long after sign-in, however much it is used.",
                    error: problems["absolute"]
                )
            ),
            SettingView(
                span: SpanView(
                    "access_token",
                    "Access token lifetime",
                    accessToken,
                    hint:
                        "Gatehouse rejects the token of an ended session at once. A backend that verifies tokens locally trusts it until it expires.",
                    error: problems["access_token"]
                )
            ),
            SettingView(
                field: FieldView(
                    "sessions_per_person",
                    "Sessions per user",
                    value: typedPerPerson,
                    hint:
                        "From \(TenantSettings.sessionCounts.lowerBound) to \(TenantSettings.sessionCounts.upperBound). At the limit, a new sign-in ends the least recently used one.",
                    error: problems["sessions_per_person"],
                    maximumLength: 3,
                    isVerbatim: true
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "multi_session",
                    "Multiple accounts",
                    isTicked: multiSession,
                    title: "Allow account switching",
                    hint:
                        "For browsers that several people share, with Better Auth’s multi-session plugin. Anyone at the browser can switch to each signed-in account.",
                    error: problems["multi_session"]
                )
            ),
        ]
    }

    var finding: String {
        "Users are signed out after \(TypedSpan.words(sessions.idle)) of inactivity, and \(TypedSpan.words(sessions.absolute)) after sign-in at the latest. Each user has at most \(CountText.of(perPerson, "session", "sessions"))."
    }

    var lines: [SettingLine] {
        [
            SettingLine("idle", "Inactivity timeout", TypedSpan.words(sessions.idle)),
            SettingLine("absolute", "Maximum session length", TypedSpan.words(sessions.absolute)),
            SettingLine("access_token", "Access token lifetime", TypedSpan.words(accessTokenLifetime)),
            SettingLine("sessions_per_person", "Sessions per user", String(perPerson)),
            SettingLine("multi_session", "Account switching", multiSession.words),
        ]
    }
}
