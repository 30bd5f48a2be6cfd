extension User {
    /// The attributes in which a copy differs; nil leaves one as it is.
    public struct Changes: Sendable {
        let email: EmailAddress??
        let emailVerified: Bool?
        let name: String??
        let role: Role.Name?
        let state: State?
        let userMetadata: UserAttributes?
        let appMetadata: UserAttributes?
        let isAnonymous: Bool?
        let bannedUntil: Timestamp??

        public init(
            email: EmailAddress?? = nil,
            emailVerified: Bool? = nil,
            name: String?? = nil,
            role: Role.Name? = nil,
            state: State? = nil,
            userMetadata: UserAttributes? = nil,
            appMetadata: UserAttributes? = nil,
            isAnonymous: Bool? = nil,
            bannedUntil: Timestamp?? = nil
        ) {
            self.email = email
            self.emailVerified = emailVerified
            self.name = name
            self.role = role
            self.state = state
            self.userMetadata = userMetadata
            self.appMetadata = appMetadata
            self.isAnonymous = isAnonymous
            self.bannedUntil = bannedUntil
        }
    }
}
