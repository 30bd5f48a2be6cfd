/// Identifies the user, key or process that acts.
public struct Principal: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A user of the tenant, in the console or with a session of the app.
        case user(User.ID)
        case `operator`(Operator.ID)
        /// The tenant's back end, with a secret key.
        case key(APIKey.ID)
        /// Gatehouse itself: a timer, or a command on the operator's command line.
        case system
    }

    public let kind: Kind
    /// The highest rank that this principal can act on, or give.
    public let rank: Role.Rank
    public let permissions: Set<PermissionName>
    /// Where the request came from; nil for the server itself.
    public let origin: Origin?
    /// The session that a user acts with; nil for all other principals.
    public let session: Session.ID?
    /// When the user of the console last gave a password or a code; nil for principals that cannot reauthenticate.
    public let provedAt: Timestamp?

    public init(
        kind: Kind,
        rank: Role.Rank,
        permissions: Set<PermissionName>,
        origin: Origin?,
        session: Session.ID? = nil,
        provedAt: Timestamp? = nil
    ) {
        self.kind = kind
        self.rank = rank
        self.permissions = permissions
        self.origin = origin
        self.session = session
        self.provedAt = provedAt
    }

    /// The address and the request that an audit entry names.
    public struct Origin: Sendable, Hashable {
        public let address: String
        public let requestID: String
        /// The attempt that the client says the request belongs to.
        public let trace: TraceID?

        public init(address: String, requestID: String, trace: TraceID?) {
            self.address = address
            self.requestID = requestID
            self.trace = trace
        }
    }

    public static func user(_ id: User.ID, role: Role, from origin: Origin?) -> Principal {
        Principal(kind: .user(id), rank: role.rank, permissions: role.permissions, origin: origin)
    }

    /// Returns the principal as it acts in a session, or after it proved itself.
    public func acting(in session: Session.ID? = nil, provedAt: Timestamp?) -> Principal {
        Principal(
            kind: kind,
            rank: rank,
            permissions: permissions,
            origin: origin,
            session: session,
            provedAt: provedAt
        )
    }

    /// An operator ranks above every role.
    public static func `operator`(_ id: Operator.ID, from origin: Origin?, provedAt: Timestamp? = nil) -> Principal {
        Principal(
            kind: .operator(id),
            rank: .max,
            permissions: Set(PermissionName.allCases),
            origin: origin,
            provedAt: provedAt
        )
    }

    /// A secret key acts like an administrator, but opens no console.
    public static func key(_ id: APIKey.ID, from origin: Origin?) -> Principal {
        Principal(kind: .key(id), rank: secretKeyRank, permissions: secretKeyPermissions, origin: origin)
    }

    private static let secretKeyRank = Role.ranks.upperBound
    private static let secretKeyPermissions = Set(PermissionName.grantable).subtracting([.enterConsole])

    public static let system = Principal(
        kind: .system,
        rank: .max,
        permissions: Set(PermissionName.allCases),
        origin: nil
    )
}

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

    fileprivate init(principal: Principal) {
        self.principal = principal
    }
}

/// The access of a principal to one tenant. Admission makes it after reading the credential, the account and the tenant.
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
        guard principal.permissions.contains(P.name) else { throw .denied(.missingPermission(P.name)) }
        return Grant(tenant: tenant, principal: principal)
    }

    public func allows(_ permission: PermissionName) -> Bool { principal.permissions.contains(permission) }
}

extension Principal {
    /// - Throws: `.denied(.missingPermission)` for every principal except operators and Gatehouse itself.
    public func installationGrant() throws(DomainError) -> InstallationGrant {
        guard permissions.contains(.manageTenants) else { throw .denied(.missingPermission(.manageTenants)) }
        return InstallationGrant(principal: self)
    }

    /// A principal cannot give a role with more rights than its own: neither a higher rank nor further permissions.
    ///
    /// Console access follows from the role alone, so a secret key can appoint an administrator.
    /// - Throws: `.denied(.outranked)`, `.denied(.missingPermission)`.
    public func mayGive(_ role: Role) throws(DomainError) { try mayGive(rank: role.rank, role.permissions) }

    /// A principal can give the permissions that it has. Everyone who can give roles can give access to the console.
    public func mayGive(_ permission: PermissionName) -> Bool {
        permission == .enterConsole || permissions.contains(permission)
    }

    /// A principal that makes a secret key needs every permission of that key. The other kinds are public: they can do
    /// what any client with an app can.
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
