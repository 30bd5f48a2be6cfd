/// Who acts.
public struct Principal: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A user of the tenant, in the console or with a session of the app.
        case user(User.ID)
        case `operator`(Operator.ID)
        /// The tenant's back end, with a secret key.
        case key(APIKey.ID)
        /// Gatehouse itself: a timer, or the command on the operator's shell.
        case system
    }

    public let kind: Kind
    /// The highest rank that this principal can act on, or give.
    public let rank: Role.Rank
    public let permissions: Set<PermissionName>
    /// Where the request came from; nil for the server itself.
    public let origin: Origin?
    /// The session that a user acts with; nil for everyone else.
    public let session: Session.ID?
    /// When whoever sits at the console last gave a password or a code; nil where there is nobody to ask.
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

        public init(address: String, requestID: String, trace: TraceID? = nil) {
            self.address = address
            self.requestID = requestID
            self.trace = trace
        }
    }

    public static func user(
        _ id: User.ID,
        role: Role,
        from origin: Origin?,
        session: Session.ID? = nil,
        provedAt: Timestamp? = nil
    ) -> Principal {
        Principal(
            kind: .user(id),
            rank: role.rank,
            permissions: role.permissions,
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

/// Proof that someone holds permission `P` in one tenant. Only `Access` can make one.
public struct Grant<P: Permission>: Sendable {
    public let tenant: Tenant.ID
    public let principal: Principal

    fileprivate init(tenant: Tenant.ID, principal: Principal) {
        self.tenant = tenant
        self.principal = principal
    }
}

/// Proof that someone may act on the installation itself, across tenants.
public struct InstallationGrant: Sendable {
    public let principal: Principal

    fileprivate init(principal: Principal) {
        self.principal = principal
    }
}

/// Someone, let into one tenant. The authenticator makes it after reading the credential, the account and the tenant.
public struct Access: Sendable {
    public let tenant: Tenant.ID
    public let principal: Principal

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
    /// - Throws: `.denied(.missingPermission)` for everyone but operators and Gatehouse itself.
    public func installationGrant() throws(DomainError) -> InstallationGrant {
        guard permissions.contains(.manageTenants) else { throw .denied(.missingPermission(.manageTenants)) }
        return InstallationGrant(principal: self)
    }

    /// Nobody makes someone who may do more than they may themselves: not by rank, and not by permission.
    ///
    /// Who may enter the console follows from the role alone, so a secret key can appoint an administrator.
    /// - Throws: `.denied(.outranked)`, `.denied(.missingPermission)`.
    public func mayGive(_ role: Role) throws(DomainError) {
        try mayGive(rank: role.rank, role.permissions.subtracting([.enterConsole]))
    }

    /// The same for a key: who makes a secret key may do what it can do. The other kinds can do what anyone with an app
    /// can.
    /// - Throws: `.denied(.outranked)`, `.denied(.missingPermission)`.
    public func mayMakeKey(_ kind: APIKey.Kind) throws(DomainError) {
        guard kind == .secret else { return }
        try mayGive(rank: Self.secretKeyRank, Self.secretKeyPermissions)
    }

    private func mayGive(rank: Role.Rank, _ given: Set<PermissionName>) throws(DomainError) {
        try mayAct(onRank: rank)
        let foreign = given.subtracting(permissions)
        if let name = foreign.min(by: { $0.rawValue < $1.rawValue }) { throw .denied(.missingPermission(name)) }
    }

    /// Nobody acts as someone who has a right to anything, nor as someone of higher rank.
    /// - Throws: `.denied(.outranked)`.
    public func mayImpersonate(_ role: Role) throws(DomainError) {
        guard role.permissions.isEmpty else { throw .denied(.outranked) }
        try mayAct(onRank: role.rank)
    }

    /// How long a password or a code counts as shown.
    public static let proofLifetime = Duration.minutes(10)

    /// What is hard to undo is done only soon after a password or a code: a console that was left open, or a stolen
    /// cookie, is not enough. Keys, and Gatehouse itself, have nobody to ask.
    /// - Throws: `.denied(.proofNeeded)`.
    public func mustHaveProven(by now: Timestamp) throws(DomainError) {
        if let provedAt, now.since(provedAt) > Self.proofLifetime { throw .denied(.proofNeeded) }
    }

    /// The rule of rank: nobody acts on someone of higher rank.
    /// - Throws: `.denied(.outranked)`.
    public func mayAct(onRank other: Role.Rank) throws(DomainError) {
        guard rank >= other else { throw .denied(.outranked) }
    }
}
