import Domain
import StrictJSON

/// Lets a tenant's backend inspect and revoke tokens (RFC 7662, RFC 7009).
public struct TokenInspection: Sendable {
    let authenticator: AppAuthenticator
    let refreshes: SessionRefresh
    let sessions: SessionAdministration

    /// - Returns: nil for an invalid token, whatever the reason, so that the caller learns no more than that.
    public func facts(
        of text: String,
        in tenant: Tenant,
        grant _: Grant<ReadSessions>
    ) async throws(DomainError) -> TokenFacts? {
        if text.hasBytePrefix(RefreshToken.prefix) { return try await refreshFacts(text, tenant) }
        if text.hasBytePrefix(Credential.Prefix.appSession.rawValue) { return try await sessionFacts(text, tenant) }
        let visit = try await valid { () throws(AuthFailure) in
            try await authenticator.session(accessToken: text, in: tenant)
        }
        return visit.map {
            facts(.access, $0.record, issuedAt: $0.claims.issuedAt, expiresAt: $0.claims.expiresAt)
        }
    }

    /// Ends the session of a token. Ignores a token that is not from this server.
    public func revoke(_ text: String, in tenant: Tenant, grant: Grant<RevokeSessions>) async throws(DomainError) {
        guard let session = try await session(of: text, in: tenant) else { return }
        do throws(DomainError) { try await sessions.end(session, grant: grant) } catch {
            if case .notFound = error { return }
            throw error
        }
    }

    private func refreshFacts(_ text: String, _ tenant: Tenant) async throws(DomainError) -> TokenFacts? {
        let access = try await valid { () throws(AuthFailure) in try await refreshes.peek(text, in: tenant) }
        return access.map {
            facts(.refresh, $0.record, issuedAt: $0.refresh.rotatedAt, expiresAt: $0.record.session.expiresAt)
        }
    }

    private func sessionFacts(_ text: String, _ tenant: Tenant) async throws(DomainError) -> TokenFacts? {
        guard let record = try await authenticator.session(text, in: tenant.id) else { return nil }
        return facts(.session, record, issuedAt: record.session.createdAt, expiresAt: record.session.expiresAt)
    }

    private func facts(
        _ use: TokenFacts.Use,
        _ record: SessionRecord,
        issuedAt: Timestamp,
        expiresAt: Timestamp
    ) -> TokenFacts {
        TokenFacts(
            use: use,
            issuer: authenticator.tokens.issuer(of: record.tenant.slug),
            record: record,
            issuedAt: issuedAt,
            expiresAt: expiresAt
        )
    }

    /// Returns the session of a token, even an expired one: a client that signs out with yesterday's token still means
    /// the session.
    private func session(of text: String, in tenant: Tenant) async throws(DomainError) -> Session.ID? {
        if text.hasBytePrefix(RefreshToken.prefix) {
            return try await valid { () throws(AuthFailure) in try await refreshes.owner(of: text, in: tenant) }
        }
        if text.hasBytePrefix(Credential.Prefix.appSession.rawValue) {
            return try await authenticator.session(text, in: tenant.id)?.session.id
        }
        return try await valid { () throws(AuthFailure) in
            try await authenticator.tokens.signedClaims(of: text, in: tenant).session
        }
    }

    /// - Returns: nil for a failure that is about the token; the caller does not learn which.
    private func valid<Value: Sendable>(
        _ read: () async throws(AuthFailure) -> Value
    ) async throws(DomainError) -> Value? {
        do throws(AuthFailure) { return try await read() } catch {
            if case .unavailable(let wait) = error { throw .unavailable(retryAfter: wait) }
            return nil
        }
    }
}

/// The state of a valid token.
public struct TokenFacts: Sendable {
    public enum Use: String, Sendable, CaseIterable {
        case access = "access_token"
        case refresh = "refresh_token"
        /// A token of a session without access tokens.
        case session = "session_token"
    }

    public let use: Use
    public let issuer: String
    /// The session and its user, as in the database now.
    public let record: SessionRecord
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
}
