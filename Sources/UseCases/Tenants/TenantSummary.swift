import Domain
import Foundation

/// A tenant with its host names.
public struct TenantSummary: Sendable, Hashable {
    public let tenant: Tenant
    public let hosts: [HostName]
    public let users: Int

    public init(tenant: Tenant, hosts: [HostName], users: Int) {
        self.tenant = tenant
        self.hosts = hosts
        self.users = users
    }
}
