import Domain

/// What an invited user enters to accept an invitation.
public struct InvitationAcceptance: Sendable {
    public let token: CredentialHash
    /// Nil keeps the name of the invitation.
    public let name: String?
    /// Nil for a user who sets a password later.
    public let password: PasswordHash?

    public init(_ token: CredentialHash, name: String? = nil, password: PasswordHash? = nil) {
        self.token = token
        self.name = name
        self.password = password
    }
}
