import Domain

/// A user with the data that lists and pages show beside them.
public struct UserSummary: Sendable, Hashable {
    public let user: User
    public let providers: [Identity.Provider]
    public let liveSessions: Int

    public init(user: User, providers: [Identity.Provider], liveSessions: Int) {
        self.user = user
        self.providers = providers
        self.liveSessions = liveSessions
    }
}
