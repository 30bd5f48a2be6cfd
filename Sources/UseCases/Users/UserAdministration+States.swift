import Domain

extension UserAdministration {
    /// Disables a user: ends every session and rejects new ones.
    /// - Throws: `.notFound(.user)`, `.denied(.outranked)`, `.denied(.ownAccount)`, `.conflict(.lastAdministrator)`
    public func disable(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> User {
        let now = systemContext.now()
        return try await change(id, grant: grant) { record throws(DomainError) in
            try Self.rejectOwnAccount(id, grant.principal)
            try Self.keepOneAdministrator(record)
            guard record.user.state != .disabled else { return UserDecision(.keep(record.user), audit: nil) }
            return UserDecision(
                .keep(record.user.with(.init(state: .disabled), updatedAt: now)),
                endSessions: .userDisabled,
                voidsInvitations: true,
                audit: AuditDraft(
                    .userDisabled,
                    by: grant.principal,
                    at: now,
                    target: .init(.user, id),
                    changes: [.init("state", from: record.user.state.rawValue, to: User.State.disabled.rawValue)]
                )
            )
        }
    }

    /// - Throws: `.notFound(.user)`, `.denied(.outranked)`
    public func enable(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> User {
        let now = systemContext.now()
        return try await change(id, grant: grant) { record throws(DomainError) in
            guard record.user.state == .disabled else { return UserDecision(.keep(record.user), audit: nil) }
            return UserDecision(
                .keep(record.user.with(.init(state: .active), updatedAt: now)),
                audit: AuditDraft(
                    .userEnabled,
                    by: grant.principal,
                    at: now,
                    target: .init(.user, id),
                    changes: [.init("state", from: User.State.disabled.rawValue, to: User.State.active.rawValue)]
                )
            )
        }
    }

    /// Deletes a user with identities and sessions; the audit trail keeps their id. The rows of a user who has very
    /// many are deleted later, in steps: until then the user is hidden.
    /// - Throws: `.notFound(.user)`, `.denied(.outranked)`, `.denied(.ownAccount)`, `.conflict(.lastAdministrator)`
    public func delete(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) {
        let now = systemContext.now()
        try grant.principal.mustHaveProven(by: now)
        _ = try await users.change(id, in: grant.tenant, newRole: nil) { record throws(DomainError) in
            try grant.principal.mayAct(onRank: record.role.rank)
            try Self.rejectOwnAccount(id, grant.principal)
            try Self.keepOneAdministrator(record)
            return UserDecision(
                .delete,
                audit: AuditDraft(
                    .userDeleted,
                    by: grant.principal,
                    at: now,
                    target: .init(.user, id),
                    changes: [
                        .init("email", from: record.user.email?.masked, to: nil),
                        .init("role", from: record.user.role.description, to: nil),
                    ]
                )
            )
        }
        await UserPurge(users: users).begin(with: id, in: grant.tenant)
    }
}
