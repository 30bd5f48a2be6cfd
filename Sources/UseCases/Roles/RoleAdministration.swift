import Domain

/// Manages a tenant's own roles beside the built-in ones.
public struct RoleAdministration: Sendable {
    public static let maximumPerTenant = 50
    public static let titleMaximumLength = 60

    let roles: any RoleStore
    let now: @Sendable () -> Timestamp

    public func all(grant: Grant<ReadRoles>) async throws(DomainError) -> [RoleSummary] {
        try await roles.all(in: grant.tenant)
    }

    public struct Draft: Sendable {
        public var title: String
        public var rank: Int
        public var permissions: [String]

        public init(title: String, rank: Int, permissions: [String]) {
            self.title = title
            self.rank = rank
            self.permissions = permissions
        }
    }

    /// - Throws: `.invalid`, `.conflict(.roleTaken)`, `.denied(.outranked)` for a rank above the caller's,
    ///   `.denied(.missingPermission)` for a permission that the caller lacks, `.denied(.proofNeeded)`.
    public func create(name: String, _ draft: Draft, grant: Grant<ManageRoles>) async throws(DomainError) -> Role {
        guard let name = Role.Name(name) else {
            throw .invalid(
                "name",
                .malformed(
                    .localizable(
                        "forms.role-name",
                        "Use up to 40 lower-case letters, digits and underscores, starting with a letter."
                    )
                )
            )
        }
        let role = try validated(name, draft, grant.principal)
        let audit = AuditDraft(
            .roleCreated,
            by: grant.principal,
            at: now(),
            target: .init(.role, name),
            changes: Self.changes(from: nil, to: role)
        )
        try await roles.insert(role, in: grant.tenant, audit: audit)
        return role
    }

    /// - Throws: as `create`, `.notFound(.role)`; a built-in role is `.invalid`.
    public func update(_ name: Role.Name, _ draft: Draft, grant: Grant<ManageRoles>) async throws(DomainError) -> Role {
        let role = try validated(name, draft, grant.principal)
        let now = now()
        try await roles.update(name, in: grant.tenant) { old throws(DomainError) in
            try grant.principal.mayChange(old)
            let audit = AuditDraft(
                .roleUpdated,
                by: grant.principal,
                at: now,
                target: .init(.role, name),
                changes: Self.changes(from: old, to: role)
            )
            return (role, audit)
        }
        return role
    }

    /// - Throws: `.notFound(.role)`, `.conflict(.roleInUse)`; a built-in role is `.invalid`.
    public func delete(_ name: Role.Name, grant: Grant<ManageRoles>) async throws(DomainError) {
        let now = now()
        try await roles.delete(name, in: grant.tenant) { old throws(DomainError) in
            try grant.principal.mayChange(old)
            return AuditDraft(
                .roleDeleted,
                by: grant.principal,
                at: now,
                target: .init(.role, name),
                changes: Self.changes(from: old, to: nil)
            )
        }
    }

    private func validated(_ name: Role.Name, _ draft: Draft, _ principal: Principal) throws(DomainError) -> Role {
        var problems: [FieldProblem] = []
        var title = ""
        do {
            if let text = try DisplayName.validated(draft.title, maximumLength: Self.titleMaximumLength) {
                title = text
            } else {
                problems.append(.init(field: "title", rule: .missing))
            }
        } catch { problems.append(.init(field: "title", rule: error)) }
        if !Role.ranks.contains(draft.rank) { problems.append(.init(field: "rank", rule: .outOfRange(Role.ranks))) }
        let permissions = draft.permissions.map { PermissionName(rawValue: $0) }
        if permissions.contains(where: { $0 == nil || $0 == .manageTenants }) {
            problems.append(.init(field: "permissions", rule: .notOneOf(PermissionName.grantable.map(\.rawValue))))
        }
        guard problems.isEmpty else { throw .invalid(problems) }
        let role = Role(name: name, title: title, rank: draft.rank, permissions: Set(permissions.compactMap { $0 }))
        try principal.mayGive(role)
        if role.administers { try principal.mustHaveProven(by: now()) }
        return role
    }

    private static func changes(from old: Role?, to new: Role?) -> [AuditEntry.Change] {
        [
            AuditEntry.Change("title", from: old?.title, to: new?.title),
            AuditEntry.Change("rank", from: old.map { String($0.rank) }, to: new.map { String($0.rank) }),
            AuditEntry.Change("permissions", from: old?.permissionText, to: new?.permissionText),
        ].filter { $0.before != $0.after }
    }
}

extension Role {
    /// The names of the permissions in order, separated by spaces: as stored and audited.
    public var permissionText: String { permissions.map(\.rawValue).sorted().joined(separator: " ") }
}

/// Stores roles.
public protocol RoleStore: Sendable {
    /// Returns all roles of a tenant, highest rank first; a tenant has at most `RoleAdministration.maximumPerTenant`.
    func all(in tenant: Tenant.ID) async throws(DomainError) -> [RoleSummary]
    /// - Throws: `.conflict(.roleTaken)`, `.invalid` when the tenant has its maximum.
    func insert(_ role: Role, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// - Throws: `.notFound(.role)`, and the decision's error.
    func update(
        _ name: Role.Name,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (Role) throws(DomainError) -> (Role, AuditDraft)
    ) async throws(DomainError)
    /// - Throws: `.notFound(.role)`, `.conflict(.roleInUse)`, and the decision's error.
    func delete(
        _ name: Role.Name,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (Role) throws(DomainError) -> AuditDraft
    ) async throws(DomainError)
}

/// A role with the number of its users.
public struct RoleSummary: Sendable, Hashable {
    public let role: Role
    public let users: Int

    public init(role: Role, users: Int) {
        self.role = role
        self.users = users
    }
}
