import Domain

/// A user to be created.
public struct NewUser: Sendable {
    public let user: User
    public let password: PasswordHash?
    public let invitation: NewInvitation?
    public let audit: AuditDraft

    public init(user: User, password: PasswordHash?, invitation: NewInvitation? = nil, audit: AuditDraft) {
        self.user = user
        self.password = password
        self.invitation = invitation
        self.audit = audit
    }
}

/// A one-time link by which an invited user sets their password.
public struct NewInvitation: Sendable {
    public static let lifetime = Duration.days(7)

    public let token: CredentialHash
    /// The maker of the link, which is valid while they have the permission to invite.
    public let maker: LinkMaker
    public let expiresAt: Timestamp

    public init(token: CredentialHash, by maker: LinkMaker, expiresAt: Timestamp) {
        self.token = token
        self.maker = maker
        self.expiresAt = expiresAt
    }
}
