import ConsoleKit
import Domain
import WebCore

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
        if redirects.count < addresses.count {
            fields.record("redirect_urls", .malformed(SettingNotation.redirect.sentence))
        }
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
