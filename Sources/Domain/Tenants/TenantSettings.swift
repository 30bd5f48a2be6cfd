/// How the people of one tenant sign in, and for how long. A tenant that has set nothing has the defaults.
public struct TenantSettings: Sendable, Hashable {
    /// A way to sign in that can be switched on and off.
    public enum Method: String, Sendable, CaseIterable {
        /// With e-mail address and password.
        case password
        case apple
        /// Without proving anything: a new person each time.
        case anonymous
    }

    /// The wire format that the tenant's apps speak.
    public enum Dialect: String, Sendable, CaseIterable {
        case betterAuth = "better-auth"
        case gotrue
        case both

        /// - Parameter other: one of the two.
        public func speaks(_ other: Dialect) -> Bool { self == .both || self == other }
    }

    /// Who can make an account by themselves.
    public enum SignUpPolicy: String, Sendable, CaseIterable {
        case open
        /// Only who was asked in.
        case invited
        /// Nobody; accounts are made by administrators and by the back end.
        case closed
    }

    /// What becomes of an account when Apple says that the Apple Account behind it is gone.
    public enum AppleDeletion: String, Sendable, CaseIterable {
        /// The account stays, signed out.
        case keep
        /// It is deleted when it has no other way in.
        case delete
    }

    public var methods: Set<Method> = [.password]
    public var dialect = Dialect.both
    /// No e-mail address and no name is kept of anyone.
    public var isAnonymous = false
    public var signUp = SignUpPolicy.open
    /// Who has not shown that the address is theirs cannot sign in with it.
    public var confirmsEmail = false
    /// A new password needs the current one, digits sent by e-mail, or a session that began within a day.
    public var securesPasswordChange = true
    /// Where links may lead a browser afterwards.
    public var redirects: [RedirectRule] = []
    public var sessions = SessionLifetimes.app
    public var accessTokenLifetime = Self.defaultAccessTokenLifetime
    /// That one person may have at once; the longest unseen ends when one more begins.
    public var sessionsPerPerson = SessionLifetimes.maximumPerUser
    /// A browser keeps several people signed in, who take turns.
    public var multiSession = false
    /// Apple's token must bring a nonce.
    public var requiresNonce = false
    /// Who signs out everywhere withdraws the app's right at Apple too.
    public var revokesAtAppleEverywhere = false
    public var appleDeletion = AppleDeletion.keep
    /// What texts are in when a request asks for no language that there are texts in.
    public var language = Language.english
    public var texts: [MessageText] = []
    /// What a new person has in `app_metadata`.
    public var defaultAttributes: [DefaultAttribute] = []

    public static let standard = TenantSettings()
    public static let defaultAccessTokenLifetime = Duration.minutes(10)
    public static let idleSeconds = 300...31_536_000
    public static let absoluteSeconds = 3600...63_072_000
    /// Shorter than a key stays published after its last signature.
    public static let accessTokenSeconds = 60...3000
    public static let sessionCounts = 1...100
    public static let maximumTexts = 300
    public static let maximumDefaultAttributes = 20
    public static let maximumRedirects = 20

    public init() {}

    /// - Throws: `.invalid` with every invalid field.
    public func check() throws(DomainError) {
        var problems: [FieldProblem] = []
        func note(_ field: String, _ rule: FieldProblem.Rule) {
            problems.append(FieldProblem(field: field, rule: rule))
        }
        if methods.isEmpty { note("methods", .malformed("Leave at least one sign-in method on.")) }
        if isAnonymous, methods.contains(.password) {
            note("methods", .malformed("Privacy mode does not work with email and password. Turn one of them off."))
        }
        check(sessions.idle, "idle_seconds", Self.idleSeconds, note)
        check(sessions.absolute, "absolute_seconds", Self.absoluteSeconds, note)
        check(accessTokenLifetime, "access_token_seconds", Self.accessTokenSeconds, note)
        if !Self.sessionCounts.contains(sessionsPerPerson) {
            note("sessions_per_person", .outOfRange(Self.sessionCounts))
        }
        if sessions.idle > sessions.absolute {
            note("idle_seconds", .malformed("This can’t be longer than the maximum session length."))
        }
        if texts.count > Self.maximumTexts { note("texts", .malformed("Use at most \(Self.maximumTexts) messages.")) }
        if Set(texts.map(\.key)).count < texts.count {
            note("texts", .malformed("Use one message for each code and language."))
        }
        if redirects.count > Self.maximumRedirects {
            note("redirect_urls", .malformed("Use at most \(Self.maximumRedirects) URLs."))
        }
        if defaultAttributes.count > Self.maximumDefaultAttributes {
            note("default_attributes", .malformed("Use at most \(Self.maximumDefaultAttributes) attributes."))
        }
        if Set(defaultAttributes.map(\.name)).count < defaultAttributes.count {
            note("default_attributes", .malformed("Use each name once."))
        }
        guard problems.isEmpty else { throw .invalid(problems) }
    }

    private func check(
        _ span: Duration,
        _ field: String,
        _ range: ClosedRange<Int>,
        _ note: (String, FieldProblem.Rule) -> Void
    ) {
        if !range.contains(Int(span.components.seconds)) { note(field, .outOfRange(range)) }
    }
}

/// The settings with the number of changes that led to them: 0 for a tenant that has set nothing.
public struct VersionedSettings: Sendable, Hashable {
    public let settings: TenantSettings
    public let version: Int

    public init(settings: TenantSettings, version: Int) {
        self.settings = settings
        self.version = version
    }

    public static let standard = VersionedSettings(settings: .standard, version: 0)
}
