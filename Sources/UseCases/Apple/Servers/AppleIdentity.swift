import Domain
import Foundation

/// The user whom an Apple identity token names, after all validation.
///
/// An identity is the subject within the developer team, never the address: Apple may omit the address, and two
/// subjects may have equal ones.
public struct AppleIdentity: Sendable, Hashable {
    /// Whether Apple considers the user a real person (`real_user_status`).
    public enum RealUserStatus: Int, Sendable, Hashable {
        case unsupported, unknown, likelyReal
    }

    /// `sub`: 1 to 255 visible ASCII characters, equal in every app of the team.
    public let subject: String
    /// The client id that the token was issued to.
    public let audience: String
    /// Nil when Apple sent none, an empty one, or a text that cannot be an address.
    public let email: EmailAddress?
    public let isEmailVerified: Bool
    /// Whether the address is one of Apple's relay.
    public let isPrivateEmail: Bool
    public let realUserStatus: RealUserStatus
    /// The subject in the team that the app was transferred from, in the 60 days after a transfer.
    public let transferSubject: String?
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
    /// When the user was last authenticated by Apple.
    public let authenticatedAt: Timestamp?
    /// SHA-256 of the signed text, 32 bytes: identifies this token, so that it can be rejected when it is used twice.
    public let tokenHash: Data

    public init(
        subject: String,
        audience: String,
        email: EmailAddress? = nil,
        isEmailVerified: Bool = false,
        isPrivateEmail: Bool = false,
        realUserStatus: RealUserStatus = .unsupported,
        transferSubject: String? = nil,
        issuedAt: Timestamp,
        expiresAt: Timestamp,
        authenticatedAt: Timestamp? = nil,
        tokenHash: Data
    ) {
        self.subject = subject
        self.audience = audience
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.isPrivateEmail = isPrivateEmail
        self.realUserStatus = realUserStatus
        self.transferSubject = transferSubject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.authenticatedAt = authenticatedAt
        self.tokenHash = tokenHash
    }
}
