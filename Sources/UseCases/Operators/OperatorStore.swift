import Domain

/// Stores operators and their sessions.
public protocol OperatorStore: OperatorLookup {
    /// - Throws: `.conflict(.emailTaken)`
    func insert(_ operator: Operator, password: PasswordHash, audit: AuditDraft) async throws(DomainError)
    /// - Returns: nil when no operator has this address.
    func `operator`(_ email: EmailAddress) async throws(DomainError) -> Operator?
    /// Replaces the password and ends the operator's sessions.
    /// - Throws: `.notFound(.operator)`
    func replacePassword(
        of operator: Operator.ID,
        with password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError)
    /// Removes the operator and their sessions.
    /// - Throws: `.notFound(.operator)`, `.conflict(.lastOperator)`
    func remove(_ operator: Operator.ID, audit: AuditDraft) async throws(DomainError)
    /// - Parameter password: the password hash that matched.
    /// - Throws: `.notFound(.operator)` also when the password has been changed meanwhile.
    func insert(
        _ session: OperatorSession,
        of operator: Operator.ID,
        proving password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError)
    /// - Returns: nil for an unknown token.
    func session(_ token: CredentialHash) async throws(DomainError) -> (operator: Operator, session: OperatorSession)?
    func touch(_ token: CredentialHash, at now: Timestamp, expiresAt: Timestamp) async throws(DomainError)
    func end(_ token: CredentialHash) async throws(DomainError)
    /// Records that the session entered a tenant; only the first time writes `audit`, to that tenant's chain.
    func enter(_ tenant: Tenant.ID, with token: CredentialHash, audit: AuditDraft) async throws(DomainError)
}
