import Domain

/// Lets users delete their account or remove a sign-in method.
extension AccountSelfService {
    /// Deletes the account with its sessions and identities. A user who signed in long ago has to enter the password.
    public func delete(
        password: String?,
        by record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) {
        guard record.session.impersonator == nil else { throw .account(.impersonated) }
        _ = try await reauthenticate(AccountChange(currentPassword: password), record, in: context)
        // A user without a password reauthenticates by a new sign-in.
        let isFresh = Self.isFresh(record.session, at: now())
        guard isFresh || (password != nil && record.user.email != nil) else { throw .account(.reauthenticationNeeded) }
        let now = now()
        let principal = record.principal(from: context.origin)
        try await StoreErrorMapping.shown.run {
            _ = try await users.change(record.user.id, in: record.tenant.id, newRole: nil) {
                current throws(DomainError) in
                try UserAdministration.keepOneAdministrator(current)
                return UserDecision(
                    .delete,
                    audit: AuditDraft(
                        .userDeleted,
                        by: principal,
                        at: now,
                        target: .init(.user, current.user.id),
                        changes: [
                            .init("email", from: current.user.email?.masked, to: nil),
                            .init("role", from: current.user.role.description, to: nil),
                        ]
                    )
                )
            }
        }
        await UserPurge(users: users).begin(with: record.user.id, in: record.tenant.id)
    }

    /// Removes a sign-in method from the account, but not the last one. The user must have signed in less than a day
    /// ago. The other sessions that began by it end: the user may have lost the method to somebody else.
    /// - Parameter subject: the subject at the provider; nil for any.
    public func unlink(
        _ provider: Identity.Provider,
        subject: String?,
        by record: SessionRecord,
        from origin: RequestOrigin
    ) async throws(AuthFailure) {
        let now = now()
        guard record.session.impersonator == nil else { throw .account(.impersonated) }
        guard Self.isFresh(record.session, at: now) else { throw .account(.sessionNotFresh) }
        let principal = record.principal(from: origin)
        let user = record.user.id
        try await StoreErrorMapping.shown.run {
            let removal = IdentityRemoval(of: provider, from: user, keeping: record.session.id)
            try await users.unlink(removal, in: record.tenant.id) {
                identities throws(DomainError) in
                guard
                    identities.contains(where: { $0.provider == provider && (subject == nil || $0.subject == subject) })
                else { throw .notFound(.identity) }
                guard identities.count > 1 else { throw .conflict(.lastIdentity) }
                return AuditDraft(
                    .identityUnlinked,
                    by: principal,
                    at: now,
                    target: .init(.user, user),
                    changes: [.init("provider", from: provider.rawValue, to: nil)]
                )
            }
        }
    }
}
