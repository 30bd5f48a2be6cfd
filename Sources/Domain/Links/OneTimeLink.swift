/// A link, or a code in its place, that a user can use once to prove that a mailbox is theirs. Only hashes of it are
/// stored.
public struct OneTimeLink: Sendable, Hashable {
    /// The only purpose the link is valid for.
    public enum Purpose: String, Sendable, CaseIterable {
        case verifyEmail = "verify_email"
        case resetPassword = "reset_password"
        /// Signing in without a password.
        case signIn = "sign_in"
        /// The address the link was sent to becomes the user's own.
        case changeEmail = "change_email"
        /// A code that reauthenticates the user.
        case reauthentication
        /// A code that a browser carries to the app that requested it, to be exchanged for a session (RFC 7636).
        case exchange

        public var lifetime: Duration { self == .exchange ? .minutes(5) : .minutes(30) }

        /// Whether the link is valid only while the requesting session is live, unless it was handed over.
        public var needsAskingSession: Bool { self == .changeEmail || self == .reauthentication }
    }

    /// The number of wrong codes from one network before the code is rejected from there; the link itself stays valid.
    public static let maximumTries = 5
    public static let codeDigits = 8

    public let tenant: Tenant.ID
    public let purpose: Purpose
    public let user: User.ID
    /// The address it was sent to; the new address of a change.
    public let email: EmailAddress?
    /// The address the browser is sent to afterwards.
    public let returnTo: String?
    /// A session is handed over at that address.
    public let opensSession: Bool
    public let challenge: ProofKeyChallenge?
    /// The user recovers the account: true for a link that resets the password, and for the exchange that follows it.
    public let isRecovery: Bool
    /// The existing session of an exchange; nil when the exchange begins one.
    public let session: Session.ID?
    /// The requesting session: when it has ended the link is void. Nil for a request without a session.
    public let askedWith: Session.ID?
    /// The member or key that handed the link over: it is valid while they have the permission. Nil for one that the
    /// user requested.
    public let maker: LinkMaker?
    public let createdAt: Timestamp
    public let expiresAt: Timestamp

    public init(
        tenant: Tenant.ID,
        purpose: Purpose,
        user: User.ID,
        email: EmailAddress?,
        returnTo: String? = nil,
        opensSession: Bool = false,
        challenge: ProofKeyChallenge? = nil,
        isRecovery: Bool = false,
        session: Session.ID? = nil,
        askedWith: Session.ID? = nil,
        maker: LinkMaker? = nil,
        createdAt: Timestamp,
        expiresAt: Timestamp? = nil
    ) {
        self.tenant = tenant
        self.purpose = purpose
        self.user = user
        self.email = email
        self.returnTo = returnTo
        self.opensSession = opensSession
        self.challenge = challenge
        self.isRecovery = isRecovery || purpose == .resetPassword
        self.session = session
        self.askedWith = askedWith
        self.maker = maker
        self.createdAt = createdAt
        self.expiresAt = expiresAt ?? createdAt + purpose.lifetime
    }
}

extension Principal {
    public var maker: LinkMaker { LinkMaker(kind, session: session) }
}

/// The maker of a link or an invitation that was handed over: it is valid while they have the permission.
public struct LinkMaker: Sendable, Hashable {
    public let kind: Principal.Kind
    /// The maker's session; links made with it become void when it is revoked, but not when the maker signs out.
    public let session: Session.ID?

    public init(_ kind: Principal.Kind, session: Session.ID?) {
        self.kind = kind
        self.session = session
    }
}
