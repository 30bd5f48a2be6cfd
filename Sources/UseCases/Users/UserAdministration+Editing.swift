import Domain
import StrictJSON

/// Changes the data and the role of users.
extension UserAdministration {
    /// New values; nil leaves a field as it is, an empty text clears it.
    public struct Edit: Sendable {
        public var email: String?
        public var name: String?
        public var emailVerified: Bool?
        /// Members that replace the current ones; null removes one.
        public var userMetadata: JSONObject?
        public var appMetadata: JSONObject?
        public var ban: UserRevision.Ban?

        public init(email: String? = nil, name: String? = nil) {
            self.email = email
            self.name = name
        }

        fileprivate var revision: UserRevision {
            var revision = UserRevision()
            revision.emailVerified = emailVerified
            revision.userMetadata = userMetadata
            revision.appMetadata = appMetadata
            revision.ban = ban
            return revision
        }
    }

    /// A new address makes an open invitation void: its link was sent to the old one. A ban ends all sessions.
    /// - Throws: `.notFound(.user)`, `.invalid`, `.conflict(.emailTaken)`, `.denied(.outranked)`, and for a ban as
    ///   `disable`.
    public func update(_ id: User.ID, _ edit: Edit, grant: Grant<ManageUsers>) async throws(DomainError) -> User {
        var problems: [FieldProblem] = []
        let email = Self.email(edit.email, &problems)
        let name = Self.name(edit.name, &problems)
        let now = systemContext.now()
        if case .until(let time) = edit.ban, time <= now {
            problems.append(
                .init(field: "banned_until", rule: .malformed(.english("This is past. Use null to lift a ban.")))
            )
        }
        guard problems.isEmpty else { throw .invalid(problems) }
        let revision = edit.revision
        let update = UserChange(
            revision: revision,
            name: name.map { SearchedName($0) },
            principal: grant.principal,
            now: now
        )
        return try await change(id, grant: grant) { record throws(DomainError) in
            let old = record.user
            if revision.ban?.isOne == true { try Self.rejectDisabling(record, grant.principal) }
            let new = try revision.applied(
                to: old,
                email: edit.email == nil ? old.email : email,
                name: edit.name == nil ? old.name : name,
                at: now
            )
            guard new.email != nil || old.email == nil || record.role.permissions.isEmpty else {
                throw .invalid(
                    "email",
                    .malformed(
                        .localizable(
                            "forms.email-for-console",
                            "Users with console access need an email address to sign in with."
                        )
                    )
                )
            }
            return try update.decision(about: record, becoming: new)
        }
    }

    /// Changes the role of a user. Their console sessions end, so that no old permission outlives it; their app
    /// sessions stay and show the new role. An open invitation becomes void, because its link was made for the old
    /// role.
    /// - Throws: `.notFound(.user)`, `.invalid`, `.denied(.outranked)`, `.conflict(.lastAdministrator)`
    public func assign(role name: String, to id: User.ID, grant: Grant<AssignRoles>) async throws(DomainError) -> User {
        guard let role = Role.Name(name) else { throw .invalid("role", .malformed(.noSuchRole)) }
        let now = systemContext.now()
        let principal = grant.principal
        let user = try await users.change(id, in: grant.tenant, newRole: role) { record throws(DomainError) in
            try principal.mayAct(onRank: record.role.rank)
            guard let newRole = record.newRole else { throw .invalid("role", .malformed(.noSuchRole)) }
            try principal.mayGive(newRole)
            guard newRole.name != record.user.role else { return UserDecision(.keep(record.user), audit: nil) }
            if newRole.administers { try principal.mustHaveProven(by: now) }
            try Self.keepOneAdministrator(record)
            let change = AuditEntry.Change("role", from: record.user.role.description, to: newRole.name.description)
            return UserDecision(
                .keep(record.user.with(.init(role: newRole.name), updatedAt: now)),
                endSessions: .roleChanged,
                endKinds: [.console],
                voidsInvitations: true,
                audit: AuditDraft(.roleAssigned, by: principal, at: now, target: .init(.user, id), changes: [change])
            )
        }
        guard let user else { throw .notFound(.user) }
        return user
    }
}
