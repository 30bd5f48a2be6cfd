import Domain
import Foundation

/// The data read of a stop link that can be used now.
public struct OpenStop: Sendable {
    public let stop: EmailChangeStop
    public let user: User
    public let role: Role
    public let tenant: Tenant

    public init(stop: EmailChangeStop, user: User, role: Role, tenant: Tenant) {
        self.stop = stop
        self.user = user
        self.role = role
        self.tenant = tenant
    }
}

extension OpenStop: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
