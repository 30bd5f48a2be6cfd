import Domain
import Foundation

/// Who an identity token of Apple names, after every check of it.
///
/// An identity is the subject within the developer team, never the address: Apple may leave the address out, and two
/// subjects may show the same one.
public struct AppleIdentity: Sendable, Hashable {
    /// Whether Apple takes the person for real (`real_user_status`).
    public enum RealUserStatus: Int, Sendable, Hashable {
        case unsupported, unknown, likelyReal
    }

    /// `sub`: 1 to 255 visible ASCII characters, the same in every app of the team.
    public let subject: String
    /// The one client id that the token was made for.
    public let audience: String
    /// Nil when Apple gave none, an empty one, or a text that cannot be an address.
    public let email: EmailAddress?
    public let isEmailVerified: Bool
    /// An address of Apple's relay.
    public let isPrivateEmail: Bool
    public let realUserStatus: RealUserStatus
    /// The subject in the team that the app was transferred from, in the 60 days after a transfer.
    public let transferSubject: String?
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
    /// When the person last proved themselves to Apple.
    public let authenticatedAt: Timestamp?
    /// SHA-256 of what was signed, 32 bytes: the name of this token for whoever refuses to take one twice.
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

/// What an identity token must fit, for one tenant and one request.
public struct AppleExpectation: Sendable, Hashable {
    /// The client ids of the tenant: bundle ids and Services IDs. With an empty set no token is good.
    public let audiences: Set<String>
    /// What the client sent beside the token: the nonce as it stands in the token, or the text whose SHA-256 it is.
    /// An empty text is none.
    public let nonce: String?
    /// Whether a sign-in without any nonce is refused.
    public let requiresNonce: Bool
    /// How long after its issue a token is taken; nil: until it expires, which for native apps is a day.
    public let maximumAge: Duration?

    public init(audiences: Set<String>, nonce: String? = nil, requiresNonce: Bool = false, maximumAge: Duration? = nil)
    {
        self.audiences = audiences
        self.nonce = nonce
        self.requiresNonce = requiresNonce
        self.maximumAge = maximumAge
    }
}

/// Checks identity tokens of Apple.
public protocol AppleIdentityVerifier: Sendable {
    /// - Throws: the first thing that is wrong, in the order length, header, key, signature, issuer, audience, times,
    ///   nonce, rest.
    func identity(
        of token: String,
        expecting expectation: AppleExpectation
    ) async throws(AppleTokenFailure) -> AppleIdentity
}
