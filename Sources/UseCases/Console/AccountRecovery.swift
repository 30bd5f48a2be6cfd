import Domain

/// Resets lost passwords and second factors and removes operators, from the operator's command line.
public struct AccountRecovery: Sendable {
    let users: any UserStore
    let accounts: any PasswordStore
    let operators: any OperatorStore
    let factors: SecondFactors
    let passwords: PasswordGate
    let limiter: RateLimiter
    let now: @Sendable () -> Timestamp

    /// Sets a new password for a member of the tenant, and ends all their sessions. An invited user can sign in with it
    /// at once.
    /// - Throws: `.notFound(.user)`, `.invalid` with `password`
    public func setPassword(
        _ password: String,
        of email: String,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> User {
        guard let address = EmailAddress(email), let account = try await accounts.account(address, in: grant.tenant)
        else { throw .notFound(.user) }
        try Self.check(password, about: [email, account.user.name ?? ""])
        let hash = try await passwords.hash(password, for: grant.tenant)
        let now = now()
        let user = try await users.change(account.user.id, in: grant.tenant, newRole: nil) {
            record throws(DomainError) in
            try grant.principal.mayGive(record.role)
            let state = record.user.state == .invited ? User.State.active : record.user.state
            return UserDecision(
                .keep(record.user.with(.init(state: state), updatedAt: now)),
                endSessions: .passwordChanged,
                voidsInvitations: true,
                password: hash,
                audit: AuditDraft(.userPasswordSet, by: grant.principal, at: now, target: .init(.user, record.user.id))
            )
        }
        guard let user else { throw .notFound(.user) }
        try await limiter.forgetFailures(of: address, in: grant.tenant)
        return user
    }

    /// Sets a new password for an operator, and ends all their sessions.
    /// - Throws: `.notFound(.operator)`, `.invalid` with `password`
    public func setOperatorPassword(
        _ password: String,
        of email: String,
        grant: InstallationGrant
    ) async throws(DomainError) -> Operator {
        let account = try await operatorAccount(email)
        try Self.check(password, about: [email, account.name])
        let hash = try await passwords.hash(password, for: nil)
        let audit = AuditDraft(
            .operatorPasswordSet,
            by: grant.principal,
            at: now(),
            target: .init(.operator, account.id)
        )
        try await operators.replacePassword(of: account.id, with: hash, audit: audit)
        try await limiter.forgetFailures(of: account.email, in: nil)
        return account
    }

    /// Removes an operator with their sessions; the audit trail keeps their id.
    /// - Throws: `.notFound(.operator)`, `.conflict(.lastOperator)`
    public func removeOperator(_ email: String, grant: InstallationGrant) async throws(DomainError) -> Operator {
        let account = try await operatorAccount(email)
        let audit = AuditDraft(
            .operatorRemoved,
            by: grant.principal,
            at: now(),
            target: .init(.operator, account.id),
            changes: [.init("email", from: account.email.masked, to: nil)]
        )
        try await operators.remove(account.id, audit: audit)
        return account
    }

    /// Removes the second factor of a member who has lost it, and ends their console sessions.
    /// - Returns: false when there was none.
    /// - Throws: `.notFound(.user)`
    public func resetSecondFactor(of email: String, grant: Grant<ManageUsers>) async throws(DomainError) -> Bool {
        guard let address = EmailAddress(email), let account = try await accounts.account(address, in: grant.tenant)
        else { throw .notFound(.user) }
        return try await factors.reset(.member(account.user.id, grant.tenant), by: grant.principal)
    }

    /// Removes the second factor of an operator who has lost it, and ends their sessions.
    /// - Throws: `.notFound(.operator)`
    public func resetSecondFactor(ofOperator email: String, grant: InstallationGrant) async throws(DomainError) -> Bool
    {
        try await factors.reset(.operator(try await operatorAccount(email).id), by: grant.principal)
    }

    private func operatorAccount(_ email: String) async throws(DomainError) -> Operator {
        guard let address = EmailAddress(email), let account = try await operators.operator(address) else {
            throw .notFound(.operator)
        }
        return account
    }

    private static func check(_ password: String, about words: [String]) throws(DomainError) {
        do { try PasswordRules.check(password, about: words) } catch { throw .invalid("password", error) }
    }
}
