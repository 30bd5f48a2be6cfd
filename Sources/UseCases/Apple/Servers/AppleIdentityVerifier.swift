import Domain
import Foundation

/// Validates identity tokens of Apple.
public protocol AppleIdentityVerifier: Sendable {
    /// - Throws: the first error, in the order length, header, key, signature, issuer, audience, times, nonce, rest.
    func identity(
        of token: String,
        expecting expectation: AppleExpectation
    ) async throws(AppleTokenFailure) -> AppleIdentity
}
