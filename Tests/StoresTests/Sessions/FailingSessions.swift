import Domain
import UseCases

/// A session store whose ended sessions cannot be deleted.
struct FailingSessions: SessionStore {
    let real: any SessionStore

    func forgetEnded(
        _ limits: SessionWalk.Limits,
        after place: SessionWalk.Place,
        limit: Int
    ) async throws(DomainError) -> SessionWalk.Place? {
        throw .unavailable(retryAfter: .seconds(1))
    }

    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord? {
        try await real.record(token, in: tenant)
    }

    func record(of id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord? {
        try await real.record(of: id, in: tenant)
    }

    func records(
        key: CredentialHash,
        session: CredentialHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (key: KeyRecord?, session: SessionRecord?) {
        try await real.records(key: key, session: session, in: tenant)
    }

    func insert(_ new: NewSession, in tenant: Tenant.ID) async throws(DomainError) {
        try await real.insert(new, in: tenant)
    }

    func addresses(of user: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [String] {
        try await real.addresses(of: user, limit: limit, in: tenant)
    }

    func page(
        _ filter: SessionFilter,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<SessionSummary> {
        try await real.page(filter, request, at: now, in: tenant)
    }

    func preview(
        _ filter: SessionFilter,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> SessionEnding {
        try await real.preview(filter, at: now, in: tenant)
    }

    func end(
        _ id: Session.ID,
        of user: User.ID?,
        maximumRank: Role.Rank,
        in tenant: Tenant.ID,
        audit: AuditDraft
    ) async throws(DomainError) {
        try await real.end(id, of: user, maximumRank: maximumRank, in: tenant, audit: audit)
    }

    func end(
        _ revocation: SessionRevocation,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (_ ended: SessionEnding) -> AuditDraft
    ) async throws(DomainError) -> SessionEnding {
        try await real.end(revocation, in: tenant, audit: audit)
    }

    func record(_ sightings: [SessionSighting]) async throws(DomainError) { try await real.record(sightings) }
}
