import Domain

/// Stores the accounts, invitations and sessions of the console's sign-in.
public protocol ConsoleStore: Sendable {
    /// Returns the accounts that could sign in with this address and their password: the operator first, then members,
    /// with the oldest password first, so that an account added later displaces none. With a slug only that tenant's
    /// member. Takes as long however many there are.
    func guesses(
        at email: EmailAddress,
        tenant: Tenant.Slug?,
        limit: Int,
        else placeholder: PasswordLookup.Placeholder
    ) async throws(DomainError) -> [ConsoleGuess]
    /// Returns the addresses where an account was last seen in the console; at most `limit`.
    func addresses(of account: ConsoleAccount, limit: Int) async throws(DomainError) -> [String]
    /// Returns one account as a candidate; nil when it may not sign in any more.
    func candidate(_ account: ConsoleAccount) async throws(DomainError) -> ConsoleCandidate?
    /// Replaces the set-up link.
    /// - Returns: false when there is an operator already.
    func replaceSetupLink(
        _ token: CredentialHash,
        at now: Timestamp,
        expiresAt: Timestamp
    ) async throws(DomainError) -> Bool
    /// Whether the link can be used now.
    func isSetupLink(_ token: CredentialHash, at now: Timestamp) async throws(DomainError) -> Bool
    /// Uses the link up and creates the first operator, in one transaction. The link must be valid when the operator is
    /// created.
    /// - Throws: `.notFound(.setupLink)`, `.conflict(.setupDone)`
    func setUp(
        _ token: CredentialHash,
        operator: Operator,
        password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError)
    /// Returns the user an invitation is for.
    /// - Throws: `.notFound(.invitation)` for an invitation that is unknown, used or expired.
    func invited(_ token: CredentialHash, in context: ActionContext) async throws(DomainError) -> (User, Tenant)
    /// Uses the invitation up: the user becomes active, with a password if there is one.
    /// - Throws: `.notFound(.invitation)`
    func accept(
        _ acceptance: InvitationAcceptance,
        in context: ActionContext,
        audit: @escaping @Sendable (User.ID) -> AuditDraft
    ) async throws(DomainError) -> User
}
