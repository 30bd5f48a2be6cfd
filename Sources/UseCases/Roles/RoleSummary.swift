import Domain
import Foundation

/// A role with the number of its users.
public struct RoleSummary: Sendable, Hashable {
    public let role: Role
    public let users: Int

    public init(role: Role, users: Int) {
        self.role = role
        self.users = users
    }
}
