import Domain

/// Reads the session that came of an attempt.
public protocol AttemptSessionStore: Sendable {
    /// - Returns: nil for a session that this tenant does not have, or has no more.
    func session(_ id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> AttemptSession?
}
