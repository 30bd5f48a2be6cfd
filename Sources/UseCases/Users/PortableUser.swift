import Domain

/// A user as transferred between systems: with sign-in methods, without sessions.
public struct PortableUser: Sendable, Hashable {
    public let user: User
    public let password: PasswordHash?
    /// Apple's subjects of the user in the apps of the tenant's team.
    public let appleSubjects: [String]
    /// Two users have signed up with the address, and it is unconfirmed.
    public let isContested: Bool

    public init(user: User, password: PasswordHash?, appleSubjects: [String], isContested: Bool = false) {
        self.user = user
        self.password = password
        self.appleSubjects = appleSubjects
        self.isContested = isContested
    }
}
