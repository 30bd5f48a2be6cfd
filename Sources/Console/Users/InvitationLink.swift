import Domain

/// A new invitation, with the link that is shown once.
struct InvitationLink: Sendable {
    let user: User
    let link: Credential
    let expiresAt: Timestamp
    let roles: RoleTitles
}
