/// Identifies the user, key or process that acts.
public struct Principal: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A user of the tenant, in the console or with a session of the app.
        case user(User.ID)
        case `operator`(Operator.ID)
        /// The tenant's backend, with a secret key.
        case key(APIKey.ID)
        /// Gatehouse itself: a timer, or a command on the operator's command line.
        case system
    }

    public let kind: Kind
    /// The highest rank that this principal can act on, or assign.
    public let rank: Role.Rank
    public let permissions: Set<PermissionName>
    /// Where the request came from; nil for the server itself.
    public let origin: RequestOrigin?
    /// The session that a user acts with; nil for all other principals.
    public let session: Session.ID?
    /// When the user of the console last entered a password or a code; nil for principals that cannot reauthenticate.
    public let provedAt: Timestamp?

    public init(
        kind: Kind,
        rank: Role.Rank,
        permissions: Set<PermissionName>,
        origin: RequestOrigin?,
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

    public static func user(_ id: User.ID, role: Role, from origin: RequestOrigin?) -> Principal {
        Principal(kind: .user(id), rank: role.rank, permissions: role.permissions, origin: origin)
    }

    /// Returns the principal as it acts in a session, or after it proved itself.
    public func acting(in session: Session.ID?, provedAt: Timestamp?) -> Principal {
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
    public static func `operator`(
        _ id: Operator.ID,
        from origin: RequestOrigin?,
        provedAt: Timestamp? = nil
    ) -> Principal {
        Principal(
            kind: .operator(id),
            rank: .max,
            permissions: Set(PermissionName.allCases),
            origin: origin,
            provedAt: provedAt
        )
    }

    /// A secret key acts like an administrator, but opens no console.
    public static func key(_ id: APIKey.ID, from origin: RequestOrigin?) -> Principal {
        Principal(kind: .key(id), rank: secretKeyRank, permissions: secretKeyPermissions, origin: origin)
    }

    static let secretKeyRank = Role.ranks.upperBound
    static let secretKeyPermissions = Set(PermissionName.grantable).subtracting([.enterConsole])

    public static let system = Principal(
        kind: .system,
        rank: .max,
        permissions: Set(PermissionName.allCases),
        origin: nil
    )
}

/// The address and the request that an audit entry names.
public struct RequestOrigin: Sendable, Hashable {
    public let address: String
    public let requestID: String
    /// The attempt that the client says the request belongs to.
    public let trace: TraceID?

    public init(address: String, requestID: String, trace: TraceID?) {
        self.address = address
        self.requestID = requestID
        self.trace = trace
    }

    /// The attempt that an error belongs to: the client's, or one of the request's own.
    public var attempt: TraceID? { trace ?? TraceID(ofRequest: requestID) }
}
