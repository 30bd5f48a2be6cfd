import Domain

/// Stores sessions.
public protocol SessionStore: Sendable {
    /// - Returns: nil for a token that this tenant does not have.
    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord?
    /// Returns the record of a session by its id.
    func record(of id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord?
    /// Returns the key and the session of one request, from one read.
    func records(
        key: CredentialHash,
        session: CredentialHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (key: KeyRecord?, session: SessionRecord?)
    /// Inserts the session, marks the user as seen, and ends the sessions unseen for longest beyond its limit, where that
    /// does not reject the new one.
    /// - Throws: `.notFound(.user)` when the user is deleted or not active any more, the tenant is suspended, or the
    ///   password of a sign-in was changed meanwhile; `.conflict(.sessionLimit)`.
    func insert(_ new: NewSession, in tenant: Tenant.ID) async throws(DomainError)
    /// Returns the addresses where a user's latest sessions, including ended ones, were last seen; at most `limit`.
    func addresses(of user: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [String]
    /// Returns a page, latest seen first; the cursor's key is the time.
    func page(
        _ filter: SessionFilter,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<SessionSummary>
    /// Returns what `end` would end with this filter.
    func preview(
        _ filter: SessionFilter,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> SessionEnding
    /// Ends one session, in one transaction. A session that has ended stays as it is, without an audit entry.
    /// - Parameters:
    ///   - user: the user whose session it has to be; nil for any.
    ///   - maximumRank: the highest rank that its user may have.
    /// - Throws: `.notFound(.session)`, `.denied(.outranked)`.
    func end(
        _ id: Session.ID,
        of user: User.ID?,
        maximumRank: Role.Rank,
        in tenant: Tenant.ID,
        audit: AuditDraft
    ) async throws(DomainError)
    /// Ends live sessions that match: at most the revocation's `limit` in one transaction with one audit entry.
    /// - Returns: what has ended; fewer sessions than `limit` means that none is left.
    func end(
        _ revocation: SessionRevocation,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (_ ended: SessionEnding) -> AuditDraft
    ) async throws(DomainError) -> SessionEnding
    /// Writes sightings; those of ended sessions change nothing.
    func record(_ sightings: [SessionSighting]) async throws(DomainError)
    /// Takes a step of the walk over all sessions: looks at `limit` sessions, and deletes those of them that are not
    /// kept, in one transaction.
    /// - Returns: the place where the walk goes on; nil when it is complete.
    func forgetEnded(
        _ limits: SessionWalk.Limits,
        after place: SessionWalk.Place,
        limit: Int
    ) async throws(DomainError) -> SessionWalk.Place?
}

/// The sessions that are to end, and why.
public struct SessionRevocation: Sendable {
    /// Live sessions that match it end.
    public let filter: SessionFilter
    public let reason: Session.EndReason
    public let now: Timestamp
    /// The number of sessions that end in one transaction.
    public let limit: Int
    /// The user whose consent at Apple is revoked too.
    public let appleUser: User.ID?

    public init(
        of filter: SessionFilter,
        reason: Session.EndReason,
        at now: Timestamp,
        limit: Int,
        appleUser: User.ID? = nil
    ) {
        self.filter = filter
        self.reason = reason
        self.now = now
        self.limit = limit
        self.appleUser = appleUser
    }
}

/// A session that does not exist yet.
public struct NewSession: Sendable {
    public let session: Session
    public let token: CredentialHash
    /// The limit of the user's sessions of this kind, this one included.
    public let limit: SessionLimit
    /// The password hash that matched; the session begins only while it is still the user's. Nil for a user who signed
    /// in by another method.
    public let password: PasswordHash?
    public let audit: AuditDraft

    public init(
        session: Session,
        token: CredentialHash,
        limit: SessionLimit = .standard,
        password: PasswordHash? = nil,
        audit: AuditDraft
    ) {
        self.session = session
        self.token = token
        self.limit = limit
        self.password = password
        self.audit = audit
    }
}
