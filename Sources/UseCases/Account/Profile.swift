import Domain
import Foundation
import StrictJSON

/// A user's own profile, as their devices show it.
public struct Profile: Sendable {
    public let user: User
    public let role: Role
    public let identities: [Identity]

    public init(user: User, role: Role, identities: [Identity]) {
        self.user = user
        self.role = role
        self.identities = identities
    }
}
