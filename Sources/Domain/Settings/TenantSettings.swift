/// Says how the users of one tenant sign in, and for how long. A tenant without settings has the defaults.
public struct TenantSettings: Sendable, Hashable {
    /// A sign-in method that can be enabled and disabled.
    public enum Method: String, SettingChoice {
        /// Sign-in with email address and password.
        case password
        case apple
        /// Anonymously, without any proof: a new user each time.
        case anonymous
    }

    /// The API dialect of the tenant's apps.
    public enum Dialect: String, SettingChoice {
        case betterAuth = "better-auth"
        case gotrue
        case both

        /// - Parameter other: one of the two dialects.
        public func speaks(_ other: Dialect) -> Bool { self == .both || self == other }
    }

    /// Says who can create an account without an administrator.
    public enum SignUpPolicy: String, SettingChoice {
        case open
        /// Only invited users can.
        case invited
        /// No user can; accounts are created by administrators and by the backend.
        case closed
    }

    /// Says what happens to an account when its Apple Account is deleted.
    public enum AppleDeletion: String, SettingChoice {
        /// Keeps the account, and ends its sessions.
        case keep
        /// Deletes the account when it has no other sign-in method.
        case delete
    }

    public var methods: Set<Method> = [.password]
    public var dialect = Dialect.both
    /// Stores no email address and no name of any user.
    public var isAnonymous = false
    public var signUp = SignUpPolicy.open
    /// A user cannot sign in with an unconfirmed address.
    public var confirmsEmail = false
    /// Changing a password needs the current one, a code sent by email, or a session that began within a day.
    public var securesPasswordChange = true
    /// The addresses that links may redirect a browser to.
    public var redirects: [RedirectRule] = []
    public var sessions = SessionLifetimes.app
    public var accessTokenLifetime = Self.defaultAccessTokenLifetime
    /// The number of sessions one user may have at once.
    public var sessionsPerUser = SessionLifetimes.maximumPerUser
    public var sessionLimitAction = SessionLimit.Action.endOldest
    /// A browser keeps several users signed in, and switches between them.
    public var multiSession = false
    /// Apple's token must contain a nonce.
    public var requiresNonce = false
    /// Signing out everywhere also revokes the app's consent at Apple.
    public var revokesAtAppleEverywhere = false
    public var appleDeletion = AppleDeletion.keep
    /// The language of texts when a request accepts none of those available.
    public var language = Language.english
    public var texts: [MessageText] = []
    /// The initial `app_metadata` of a new user.
    public var defaultAttributes: [DefaultAttribute] = []

    /// The days for which events are kept; zero for as long as the installation keeps them.
    public var eventRetentionDays = 0
    /// The bytes that events may take; zero for no limit of the tenant's own.
    public var eventStorageBytes = 0

    public static let standard = TenantSettings()
    public static let defaultAccessTokenLifetime = Duration.minutes(10)
    public static let idleSeconds = 300...31_536_000
    public static let absoluteSeconds = 3600...63_072_000
    /// The maximum is shorter than a key stays published after its last signature.
    public static let accessTokenSeconds = 60...3000
    public static let sessionCounts = 1...100
    public static let eventDays = 0...3650
    /// Up to a hundred terabytes.
    public static let eventBytes = 0...100_000_000_000_000
    public static let maximumTexts = 300
    public static let maximumDefaultAttributes = 20
    public static let maximumRedirects = 20

    public var sessionLimit: SessionLimit { SessionLimit(maximum: sessionsPerUser, action: sessionLimitAction) }

    public init() {}

    /// - Throws: `.invalid` with every invalid field.
    public func check() throws(DomainError) {
        var problems: [FieldProblem] = []
        func note(_ field: String, _ rule: FieldProblem.Rule) {
            problems.append(FieldProblem(field: field, rule: rule))
        }
        if methods.isEmpty { note("methods", .malformed(.noSignInMethod)) }
        if isAnonymous, methods.contains(.password) {
            note("methods", .malformed(.passwordInPrivacyMode))
        }
        for setting in TenantSetting.all {
            if let range = setting.kind.range(exceededIn: self) { note(setting.name, .outOfRange(range)) }
        }
        if sessions.idle > sessions.absolute {
            note("idle_seconds", .malformed(.idleAboveAbsolute))
        }
        if texts.count > Self.maximumTexts { note("texts", .malformed(.tooManyMessages)) }
        if Set(texts.map(\.key)).count < texts.count { note("texts", .malformed(.messageTwice)) }
        if redirects.count > Self.maximumRedirects {
            note("redirect_urls", .malformed(.tooManyRedirects))
        }
        if defaultAttributes.count > Self.maximumDefaultAttributes {
            note("default_attributes", .malformed(.tooManyAttributes))
        }
        if Set(defaultAttributes.map(\.name)).count < defaultAttributes.count {
            note("default_attributes", .malformed(.attributeTwice))
        }
        guard problems.isEmpty else { throw .invalid(problems) }
    }
}
