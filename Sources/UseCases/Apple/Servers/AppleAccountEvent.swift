import Domain

/// An event of one user's Apple Account. Events may arrive out of order: one from before the user's latest sign-in with
/// Apple must not undo it.
public struct AppleAccountEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The user stopped using their Apple Account with the app: sessions end, the account stays.
        case consentRevoked
        /// The Apple Account was deleted for good.
        case accountDeleted
        /// Apple's relay began or stopped forwarding mail.
        case emailEnabled, emailDisabled
        /// An event that is only recorded.
        case other(String)

        /// Reads Apple's name of the event; both spellings of a deletion are known.
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
