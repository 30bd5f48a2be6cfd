import Domain

/// Stores the generations of sessions, but no token's text.
public protocol RefreshStore: Sendable {
    /// - Returns: nil for a session that this tenant does not have, or that has no refresh tokens.
    func find(_ session: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionAccess?
    /// Begins the first generation; a session that has one already stays as it is.
    /// - Throws: `.notFound(.session)`
    func begin(
        _ session: Session.ID,
        method: AuthenticationMethod,
        keyVersion: Int,
        in context: ActionContext
    ) async throws(DomainError) -> SessionAccess
    /// Begins the next generation by one compare-and-set, if `from` is still current, and session, user and tenant are
    /// active.
    /// - Returns: whether the generation began.
    func rotate(_ rotation: RefreshRotation, in tenant: Tenant.ID) async throws(DomainError) -> Bool
    /// Records in the tenant's audit trail that a token's response was repeated. Changes nothing else.
    func noteRepeated(_ audit: AuditDraft, in tenant: Tenant.ID) async throws(DomainError)
    /// Ends the session for a reuse, with its audit entry; an ended session stays as it is.
    func endReused(_ session: Session.ID, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
}

/// The next generation of a session, to begin if the previous one is still current.
public struct RefreshRotation: Sendable {
    /// The session after the rotation: last seen, limits, device and address.
    public let session: Session
    public let from: Int64
    public let at: Timestamp
}

/// A session with all data that decides about its tokens, from one read.
public struct SessionAccess: Sendable {
    public let record: SessionRecord
    public let refresh: RefreshState
    public let method: AuthenticationMethod
    public let metadata: TokenMetadata

    public init(record: SessionRecord, refresh: RefreshState, method: AuthenticationMethod, metadata: TokenMetadata) {
        self.record = record
        self.refresh = refresh
        self.method = method
        self.metadata = metadata
    }

    /// A user without an address and without any sign-in method.
    public var isAnonymous: Bool { record.user.isAnonymous || (record.user.email == nil && !metadata.hasProviders) }
}

/// Names how a user was authenticated, as in the `amr` claim.
public enum AuthenticationMethod: String, Sendable, CaseIterable {
    case password, oauth, otp, anonymous, invite, recovery
    case magicLink = "magiclink"
    case emailSignUp = "email/signup"
}
