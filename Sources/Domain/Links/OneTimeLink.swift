import StrictJSON

/// A link, or digits in its place, that someone can use once to show that a mailbox is theirs. Only hashes of it are
/// stored.
public struct OneTimeLink: Sendable, Hashable {
    /// What it is good for; for nothing else.
    public enum Purpose: String, Sendable, CaseIterable {
        case verifyEmail = "verify_email"
        case resetPassword = "reset_password"
        /// Signing in without a password.
        case signIn = "sign_in"
        /// The address that it went to becomes the person's own.
        case changeEmail = "change_email"
        /// Digits that show that it is still the same person.
        case reauthentication
        /// What a browser carries to the app that asked, to be exchanged for a session (RFC 7636).
        case exchange

        /// What an administrator can hand over.
        public static let handedOver: [Purpose] = [.verifyEmail, .resetPassword, .signIn, .changeEmail]

        public var lifetime: Duration { self == .exchange ? .minutes(5) : .minutes(30) }

        /// Whether it is good only while the session lives that asked for it, unless somebody handed it over.
        public var needsAskingSession: Bool { self == .changeEmail || self == .reauthentication }
    }

    /// Wrong digits from one network before the digits are no good from there; the link itself goes on.
    public static let maximumTries = 5
    public static let codeDigits = 8

    public let tenant: Tenant.ID
    public let purpose: Purpose
    public let user: User.ID
    /// Where it went; the new address of a change.
    public let email: EmailAddress?
    /// Where the browser goes afterwards.
    public let returnTo: String?
    /// A session is handed over there.
    public let opensSession: Bool
    public let challenge: ProofKeyChallenge?
    /// Of an exchange: the session that is there already; nil for one that begins then.
    public let session: Session.ID?
    /// That it was asked for with: when it has ended the link is void. Nil where it was asked for without one.
    public let askedWith: Session.ID?
    /// Who handed it over: it is good while they have the right to. Nil for one that the person asked for.
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
        self.session = session
        self.askedWith = askedWith
        self.maker = maker
        self.createdAt = createdAt
        self.expiresAt = expiresAt ?? createdAt + purpose.lifetime
    }
}

/// Who handed a link or an invitation over: it is good while they have the right to.
public struct LinkMaker: Sendable, Hashable {
    public let kind: Principal.Kind
    /// That they were signed in with; what was made with it is void when it is taken from them, but not when they sign
    /// out.
    public let session: Session.ID?

    public init(_ kind: Principal.Kind, session: Session.ID?) {
        self.kind = kind
        self.session = session
    }
}

extension Principal {
    public var maker: LinkMaker { LinkMaker(kind, session: session) }
}

/// What an app keeps the other half of, so that nobody else can use what a browser carries to it (RFC 7636 §4.2).
public struct ProofKeyChallenge: Sendable, Hashable, LosslessStringConvertible {
    public enum Method: String, Sendable {
        case sha256 = "S256"
        case plain
    }

    public static let lengths = 43...128

    public let method: Method
    public let text: String

    /// - Parameter method: in either case; `plain` when it is left out.
    /// - Returns: nil for anything that RFC 7636 does not allow.
    public init?(_ text: String, method: String?) {
        let method = method ?? "plain"
        let isHash = method.matchesIgnoringASCIICase("S256")
        guard let known: Method = isHash ? .sha256 : method.matchesIgnoringASCIICase("plain") ? .plain : nil,
            Self.isVerifier(text)
        else {
            return nil
        }
        self.method = known
        self.text = text
    }

    /// `S256 challenge`
    public init?(_ description: String) {
        let parts = description.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(String(parts[1]), method: String(parts[0]))
    }

    public var description: String { "\(method.rawValue) \(text)" }

    /// Whether it can be the other half: 43 to 128 unreserved characters.
    public static func isVerifier(_ text: String) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
