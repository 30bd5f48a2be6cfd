import Domain
import Foundation

/// The changes of a tenant. A nil property stays as it is.
public struct TenantChange: Sendable, Hashable {
    public let name: String?
    public let state: Tenant.State?

    public init(name: String? = nil, state: Tenant.State? = nil) {
        self.name = name
        self.state = state
    }
}
