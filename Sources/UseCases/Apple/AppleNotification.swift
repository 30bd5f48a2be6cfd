import Domain

/// What Apple told a tenant about people of its app, after every check of it.
public struct AppleNotification: Sendable, Hashable {
    /// The same when Apple repeats itself: `jti`, or the SHA-256 of what was signed. At most 128 characters.
    public let id: String
    /// The client id that it is for.
    public let audience: String
    public let issuedAt: Timestamp
    /// One, in all that Apple sends today.
    public let events: [AppleAccountEvent]

    public init(id: String, audience: String, issuedAt: Timestamp, events: [AppleAccountEvent]) {
        self.id = id
        self.audience = audience
        self.issuedAt = issuedAt
        self.events = events
    }
}

/// Something that happened to one person's Apple Account. Order is not promised: what came before the person's latest
/// sign-in with Apple must not undo it.
public struct AppleAccountEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The person stopped using their Apple Account with the app: sessions end, the account stays.
        case consentRevoked
        /// The Apple Account is gone for good.
        case accountDeleted
        /// Apple's relay forwards mail again, or stopped to.
        case emailEnabled, emailDisabled
        /// To be written down, and nothing else.
        case other(String)

        /// As Apple writes it; both spellings of a deletion are known.
        public init(_ text: String) {
            self =
                switch text {
                case "consent-revoked": .consentRevoked
                case "account-delete", "account-deleted": .accountDeleted
                case "email-enabled": .emailEnabled
                case "email-disabled": .emailDisabled
                default: .other(text)
                }
        }

        /// The canonical code of the cause.
        public var code: String {
            switch self {
            case .consentRevoked: "account.apple_revoked"
            case .accountDeleted: "account.apple_deleted"
            case .emailEnabled, .emailDisabled: "account.relay_mail"
            case .other: "account.notice_bad"
            }
        }
    }

    public let kind: Kind
    public let subject: String
    public let occurredAt: Timestamp
    public let email: EmailAddress?
    public let isPrivateEmail: Bool?

    public init(
        kind: Kind,
        subject: String,
        occurredAt: Timestamp,
        email: EmailAddress? = nil,
        isPrivateEmail: Bool? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.occurredAt = occurredAt
        self.email = email
        self.isPrivateEmail = isPrivateEmail
    }
}

/// Checks the messages that Apple sends to a tenant's address.
public protocol AppleNotificationVerifier: Sendable {
    /// - Parameters:
    ///   - body: what was posted: `{"payload": "…"}`.
    ///   - audiences: the client ids of the tenant.
    func notification(in body: [UInt8], for audiences: Set<String>) async throws(AppleTokenFailure) -> AppleNotification
}
