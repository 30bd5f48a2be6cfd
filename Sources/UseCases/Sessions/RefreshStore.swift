import Domain
import Foundation

/// A session with all that decides about its tokens, in one read.
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

    /// Someone without an address and without any way to sign in again.
    public var isAnonymous: Bool { record.user.isAnonymous || (record.user.email == nil && !metadata.hasProviders) }
}

/// The next generation of a session, to be begun if the one before it is still the one that is good.
public struct RefreshRotation: Sendable {
    /// As it is afterwards: last seen, limits, device and address.
    public let session: Session
    public let from: Int64
    public let at: Timestamp

    public init(session: Session, from: Int64, at: Timestamp) {
        self.session = session
        self.from = from
        self.at = at
    }
}

/// The generations of sessions, kept by a store. No text of a token is.
public protocol RefreshStore: Sendable {
    /// - Returns: nil for a session that this tenant does not have, or that has no refresh tokens.
    func find(_ session: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionAccess?
    /// Begins the first generation; a session that has begun already stays as it is.
    /// - Throws: `.notFound(.session)`
    func begin(
        _ session: Session.ID,
        method: AuthenticationMethod,
        keyVersion: Int,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> SessionAccess
    /// One compare-and-set: begins the next generation if `from` is still the one that is good, and session, person and
    /// tenant may go on.
    /// - Returns: whether it did.
    func rotate(_ rotation: RefreshRotation, in tenant: Tenant.ID) async throws(DomainError) -> Bool
    /// Tells the tenant's audit that a token was answered again. Nothing else changes.
    func noteRepeated(_ audit: AuditDraft, in tenant: Tenant.ID) async throws(DomainError)
    /// Ends the session for a reuse, with its audit entry; one that has ended stays as it is.
    func endReused(_ session: Session.ID, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
}
