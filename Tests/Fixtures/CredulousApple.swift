import Crypto
import Domain
import Foundation
import UseCases

extension AppleServers {
    /// Takes every identity token for one person's, `a.b.c` for a notification that says nothing, and no code.
    public static let credulous = AppleServers(
        identities: Credulous(),
        tokens: AppleServers.unreachable.tokens,
        notifications: Credulous(),
        base: AppleServers.unreachable.base
    )

    private struct Credulous: AppleIdentityVerifier, AppleNotificationVerifier {
        func identity(
            of token: String,
            expecting expectation: AppleExpectation
        ) async throws(AppleTokenFailure) -> AppleIdentity {
            AppleIdentity(
                subject: "001234.0123456789abcdef0123456789abcdef.0123",
                audience: expectation.audiences.sorted().first ?? "",
                issuedAt: TestClock().now,
                expiresAt: TestClock().now + .days(1),
                tokenHash: Data(SHA256.hash(data: Data(token.utf8)))
            )
        }

        func notification(
            in body: [UInt8],
            for audiences: Set<String>
        ) async throws(AppleTokenFailure) -> AppleNotification {
            guard String(decoding: body, as: UTF8.self).contains("a.b.c") else { throw .malformed }
            return AppleNotification(
                id: "1",
                audience: audiences.sorted().first ?? "",
                issuedAt: TestClock().now,
                events: []
            )
        }
    }
}
