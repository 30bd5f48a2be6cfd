import Domain
import Foundation

/// A refresh token to check with Apple.
public struct AppleCheck: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let token: StoredAppleToken

    public init(tenant: Tenant.ID, token: StoredAppleToken) {
        self.tenant = tenant
        self.token = token
    }
}
