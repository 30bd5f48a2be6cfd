/// A session as the authenticator reads it: with the state of everything that can invalidate it, from one read.
public struct SessionRecord: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let tenant: Tenant
    /// The lifetimes that the tenant sets for sessions of its app.
    public let terms: SessionTerms
    /// When the user last proved a password or a code after the sign-in; only read for the console.
    public var provedAt: Timestamp?

    public init(session: Session, user: User, role: Role, tenant: Tenant, terms: SessionTerms) {
        self.terms = terms
        self.session = session
        self.user = user
        self.role = role
        self.tenant = tenant
    }
}

extension SessionRecord {
    /// Returns the principal that acts in the session: the user, or their impersonator.
    public func principal(from origin: RequestOrigin?, provedAt: Timestamp? = nil) -> Principal {
        let principal = Principal.user(user.id, role: role, from: origin).acting(in: session.id, provedAt: provedAt)
        let kind: Principal.Kind
        switch session.impersonator {
        case nil: return principal
        case .user(let id, _): kind = .user(id)
        case .key(let id): kind = .key(id)
        }
        return Principal(
            kind: kind,
            rank: principal.rank,
            permissions: principal.permissions,
            origin: origin,
            session: session.id,
            provedAt: provedAt
        )
    }
}
