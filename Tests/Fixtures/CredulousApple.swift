import Crypto
import Domain
import Foundation
import UseCases

extension AppleServers {
    /// Takes every identity token for one person's, and no code.
    public static let credulous = AppleServers(identities: Credulous(), tokens: AppleServers.unreachable.tokens)

    private struct Credulous: AppleIdentityVerifier {
        func identity(of token: String, expecting expectation: AppleExpectation) async throws(AppleTokenFailure) -> AppleIdentity {
            AppleIdentity(
                subject: "001234.0123456789abcdef0123456789abcdef.0123", audience: expectation.audiences.sorted().first ?? "",
                issuedAt: TestClock().now, expiresAt: TestClock().now + .days(1), tokenHash: Data(SHA256.hash(data: Data(token.utf8))))
        }
    }
}
