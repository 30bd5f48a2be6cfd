import Domain
import Testing

@testable import UseCases

@Suite struct AuthFailureAttributesTests {
    private static let apple: [AppleTokenFailure] = [
        .tooLong, .malformed, .header, .unknownKey, .keysUnavailable(retryAfter: .zero), .signature, .issuer,
        .noAudience,
        .audience, .expired, .issuedInFuture, .tooOld, .nonceMismatch, .nonceMissingInToken, .nonceMissingInRequest,
        .nonceRequired, .claim("sub"), .claim("iat"),
    ]

    /// Every failure of a use case that an event is recorded of.
    private static var failures: [AuthFailure] {
        let fields = ["email", "name", "refresh_token"].map { field in
            AuthFailure.invalid([FieldProblem(field: field, rule: .malformed(.english("")))])
        }
        let accessTokens: [AuthFailure] = [
            .malformed, .badSignature, .unknownKey, .wrongIssuer, .otherTenant, .expired,
        ].map {
            .accessToken($0)
        }
        let refreshTokens: [AuthFailure] =
            [.unknown, .otherTenant].map { .refreshToken($0) }
            + RefreshReuse.allCases.map { .refreshToken(.alreadyUsed($0)) }
        let sessions: [AuthFailure] =
            [.notFound, .expired, .tenantSuspended].map { .session($0) }
            + Session.EndReason.allCases.map { .session(.ended($0)) }
        let accounts: [AuthFailure.AccountReason] = [
            .reauthenticationNeeded, .proofNeeded, .passwordSignInNeeded, .passwordRequired, .sessionNotFresh,
            .impersonated, .wrongCurrentPassword, .wrongNonce, .noPassword, .samePassword, .identityNotFound,
            .lastIdentity,
        ]
        let signIns: [AuthFailure.SignInReason] = [
            .wrongCredentials, .noConsoleAccess, .passwordDisabled, .anonymousDisabled, .signUpDisabled,
            .emailUnconfirmed, .sessionLimit, .userExists,
        ]
        return fields + accessTokens + refreshTokens + sessions + accounts.map { .account($0) }
            + signIns.map { .signIn($0) } + apple.map { .apple(.token($0)) }
            + [.link(.gone), .link(.wrongVerifier), .apple(.replayed), .apple(.withdrawn), .apple(.taken)]
    }

    @Test func `an event tells every failure from every other one by its code and reason`() {
        let told = Self.failures.map { failure in
            ([failure.code] + failure.attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        }

        let repeated = Dictionary(grouping: told, by: \.self).filter { $0.value.count > 1 }.keys
        #expect(repeated.isEmpty, "\(repeated.sorted())")
    }

    @Test func `a reason is a word, and not text of the request`() {
        for failure in Self.failures {
            for attribute in failure.attributes {
                guard case .text(let text) = attribute.value else { continue }
                #expect(text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz_".utf8.contains($0) }, "\(text)")
            }
        }
    }
}
