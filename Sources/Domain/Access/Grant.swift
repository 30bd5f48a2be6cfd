/// Proves that a principal holds permission `P` in one tenant. Only `Access` can make one.
public struct Grant<P: Permission>: Sendable {
    public let tenant: Tenant.ID
    public let principal: Principal

    fileprivate init(tenant: Tenant.ID, principal: Principal) {
        self.tenant = tenant
        self.principal = principal
    }
}

/// Proves that a principal may act on the installation itself, across tenants.
public struct InstallationGrant: Sendable {
    public let principal: Principal

    fileprivate init(principal: Principal) { self.principal = principal }
}

/// The access of a principal to one tenant. Admission creates it after reading the credential, the account and the
/// tenant.
public struct Access: Sendable {
    public let tenant: Tenant.ID
    public let principal: Principal

    /// Only the files that admit callers import `@_spi(Admission)`; `scripts/check_admission.py` lists them.
    @_spi(Admission)
    public init(tenant: Tenant.ID, principal: Principal) {
        self.tenant = tenant
        self.principal = principal
    }

    /// - Throws: `.denied(.missingPermission)` when the principal lacks it.
    public func grant<P: Permission>(_: P.Type = P.self) throws(DomainError) -> Grant<P> {
        try require(P.name)
        return Grant(tenant: tenant, principal: principal)
    }

    /// - Throws: `.denied(.missingPermission)` when the principal lacks it, or one of its prerequisites.
    public func require(_ permission: PermissionName) throws(DomainError) {
        if let missing = missing(for: permission) { throw .denied(.missingPermission(missing)) }
    }

    public func allows(_ permission: PermissionName) -> Bool { missing(for: permission) == nil }

    private func missing(for permission: PermissionName) -> PermissionName? {
        ([permission] + permission.prerequisites).first { !principal.permissions.contains($0) }
    }
}

extension Access {
    /// - Throws: `.denied(.missingPermission)` for every principal except operators and Gatehouse itself.
    public func installationGrant() throws(DomainError) -> InstallationGrant { try principal.installationGrant() }
}

extension Principal {
    /// Only the files that admit callers can make a grant from a principal alone.
    /// - Throws: `.denied(.missingPermission)` for every principal except operators and Gatehouse itself.
    @_spi(Admission) public func installationGrant() throws(DomainError) -> InstallationGrant {
        guard permissions.contains(.manageTenants) else { throw .denied(.missingPermission(.manageTenants)) }
        return InstallationGrant(principal: self)
    }

    /// A principal cannot assign a role with more rights than its own: neither a higher rank nor further permissions.
    ///
    /// Console access follows from the role alone, so a secret key can appoint an administrator.
    /// - Throws: `.denied(.outranked)`, `.denied(.missingPermission)`.
    public func mayGive(_ role: Role) throws(DomainError) { try mayGive(rank: role.rank, role.permissions) }

    /// A principal can grant the permissions that it has. Every user who can assign roles can grant access to the
    /// console.
    public func mayGive(_ permission: PermissionName) -> Bool {
        permission == .enterConsole || permissions.contains(permission)
    }

    /// A principal that creates a secret key needs every permission of that key. The other kinds are public: they can
    /// do what any client with an app can.
    /// - Throws: `.denied(.outranked)`, `.denied(.missingPermission)`.
    public func mayMakeKey(_ kind: APIKey.Kind) throws(DomainError) {
        guard kind == .secret else { return }
        try mayGive(rank: Self.secretKeyRank, Self.secretKeyPermissions)
    }

    private func mayGive(rank: Role.Rank, _ given: Set<PermissionName>) throws(DomainError) {
        try mayAct(onRank: rank)
        let foreign = given.filter { !mayGive($0) }
        if let name = foreign.min(by: { $0.rawValue < $1.rawValue }) { throw .denied(.missingPermission(name)) }
    }

    /// A built-in role stays as it is. A principal cannot change or delete a role of higher rank.
    /// - Throws: `.invalid` for a built-in role, `.denied(.outranked)`.
    public func mayChange(_ role: Role) throws(DomainError) {
        if role.isBuiltIn {
            throw .invalid(
                "name",
                .malformed(
                    .localizable("forms.role-built-in", "Built-in roles can’t be changed. Create a custom role.")
                )
            )
        }
        try mayAct(onRank: role.rank)
    }

    /// A user with any permission, or of higher rank than the principal, cannot be impersonated.
    /// - Throws: `.denied(.outranked)`.
    public func mayImpersonate(_ role: Role) throws(DomainError) {
        guard role.permissions.isEmpty else { throw .denied(.outranked) }
        try mayAct(onRank: role.rank)
    }

    /// How long a proof by password or code counts as recent.
    public static let proofLifetime = Duration.minutes(10)

    /// Actions that are hard to undo need a recent password or code: an unattended console, or a stolen cookie, is not
    /// enough. Keys, and Gatehouse itself, cannot reauthenticate.
    /// - Throws: `.denied(.proofNeeded)`.
    public func mustHaveProven(by now: Timestamp) throws(DomainError) {
        if let provedAt, now.since(provedAt) > Self.proofLifetime { throw .denied(.proofNeeded) }
    }

    /// Enforces the rule of rank: a principal cannot act on a user of higher rank.
    /// - Throws: `.denied(.outranked)`.
    public func mayAct(onRank other: Role.Rank) throws(DomainError) {
        guard canAct(onRank: other) else { throw .denied(.outranked) }
    }

    public func canAct(onRank other: Role.Rank) -> Bool { rank >= other }

    /// Whether the account is the principal's own.
    public func isUser(_ id: User.ID) -> Bool { kind == .user(id) }
}
