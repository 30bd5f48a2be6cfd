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
        let moment = now()
        try claims.checkIssuer()
        let audience = try claims.audience(among: expectation.audiences)
        guard let expires = try claims.expiresAt(now: moment) else { throw .claim("exp") }
        let issued = try claims.issuedAt(now: moment, maximumAge: expectation.maximumAge)
        guard issued < expires else { throw .claim("exp") }
        try NonceRule(expectation).check(claims)
        guard let subject = try claims.subject("sub") else { throw .claim("sub") }
        let email = try claims.email
        let isVerified = try claims.truth("email_verified") ?? false
        let isPrivate = try claims.truth("is_private_email") ?? false
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
