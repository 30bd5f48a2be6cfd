import Crypto
import Domain
import StrictJSON
import UseCases

/// Checks identity tokens against Apple's keys.
public struct AppleIdentityTokens: AppleIdentityVerifier {
    private let keys: AppleKeyCache
    private let now: @Sendable () -> Timestamp

    public init(keys: AppleKeyCache, now: @escaping @Sendable () -> Timestamp) {
        self.keys = keys
        self.now = now
    }

    public func identity(
        of token: String,
        expecting expectation: AppleExpectation
    ) async throws(AppleTokenFailure) -> AppleIdentity {
        guard !expectation.audiences.isEmpty else { throw .noAudience }
        let text = try SignedText(token)
        let claims = try text.claims(signedBy: try await keys.key(text.keyID))
        let now = now()
        try claims.checkIssuer()
        let audience = try claims.audience(among: expectation.audiences)
        guard let expires = try claims.expiresAt(now: now) else { throw .claim("exp") }
        let issued = try claims.issuedAt(now: now, maximumAge: expectation.maximumAge)
        guard issued < expires else { throw .claim("exp") }
        try NonceRule(expectation).check(claims)
        guard let subject = try claims.subject("sub") else { throw .claim("sub") }
        let email = try claims.email
        let isVerified = try claims.bool("email_verified") ?? false
        let isPrivate = try claims.bool("is_private_email") ?? false
        return AppleIdentity(
            subject: subject,
            audience: audience,
            email: email,
            isEmailVerified: isVerified && email != nil,
            isPrivateEmail: isPrivate && email != nil,
            realUserStatus: try claims.realUserStatus,
            transferSubject: try claims.subject("transfer_sub"),
            issuedAt: issued,
            expiresAt: expires,
            authenticatedAt: try claims.time("auth_time"),
            tokenHash: text.hash
        )
    }
}

extension AppleClaims {
    /// Nil when there is none; accounts that a school or a company manages have an empty one.
    var email: EmailAddress? {
        get throws(AppleTokenFailure) {
            if self["email"]?.isNull == true { return nil }
            return try text("email", bytes: 0...1024).flatMap(EmailAddress.init)
        }
    }

    fileprivate var realUserStatus: AppleIdentity.RealUserStatus {
        get throws(AppleTokenFailure) {
            guard let value = self["real_user_status"] else { return .unsupported }
            guard let number = value.integerValue else { throw .claim("real_user_status") }
            // A number that Apple adds later counts as unknown.
            return Int(exactly: number).flatMap(AppleIdentity.RealUserStatus.init) ?? .unknown
        }
    }
}

/// Ties a token to the sign-in that requested it by comparing the request's nonce with the token's.
///
/// Either both are present or neither. Apple leaves the nonce out on systems that do not support it, and says so in
/// `nonce_supported`.
struct NonceRule: Sendable {
    let sent: RequestNonce?
    let isRequired: Bool

    init(_ expectation: AppleExpectation) {
        sent = expectation.nonce.flatMap { $0.text.isEmpty ? nil : $0 }
        isRequired = expectation.requiresNonce
    }

    func check(_ claims: AppleClaims) throws(AppleTokenFailure) {
        let text = try claims.text("nonce", bytes: 0...SignedText.maximumBytes)
        let claimed = text.flatMap { $0.isEmpty ? nil : $0 }
        let isSupported = try claims.bool("nonce_supported")
        switch (sent, claimed) {
        case (nil, nil): guard !isRequired else { throw .nonceRequired }
        case (nil, _?): throw .nonceMissingInRequest
        case (_?, nil): guard isSupported == false, !isRequired else { throw .nonceMissingInToken }
        case (let sent?, let claimed?): guard Self.belong(sent, claimed) else { throw .nonceMismatch }
        }
    }

    /// Compares hashes, so that the time taken does not reveal where two nonces begin to differ.
    private static func belong(_ sent: RequestNonce, _ claimed: String) -> Bool {
        let hashed = Hexadecimal.encode(Array(SHA256.hash(data: Array(sent.text.utf8))))
        let claim = SHA256.hash(data: Array(claimed.utf8))
        let isPlain = SHA256.hash(data: Array(sent.text.utf8)) == claim
        let isHashed = SHA256.hash(data: Array(hashed.utf8)) == claim
        return switch sent {
        case .hashed: isHashed
        case .hashedOrPlain: isHashed || (isPlain && !isHash(claimed))
        case .own: isPlain
        }
    }

    /// Whether it is the hexadecimal form of a SHA-256, in either case.
    private static func isHash(_ text: String) -> Bool { Hexadecimal.decode(text)?.count == SHA256.byteCount }
}
