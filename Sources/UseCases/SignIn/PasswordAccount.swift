import Domain
import Foundation

/// An account as a sign-in reads it.
public struct PasswordAccount: Sendable {
    public let user: User
    public let role: Role
    public let password: PasswordHash?

    public init(user: User, role: Role, password: PasswordHash?) {
        self.user = user
        self.role = role
        self.password = password
    }
}
