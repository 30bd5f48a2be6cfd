import Domain
import Foundation
import StrictJSON

/// What is known of a token that is good now.
public struct TokenFacts: Sendable {
    public enum Use: String, Sendable, CaseIterable {
        case access = "access_token"
        case refresh = "refresh_token"
        /// Of a session without access tokens.
        case session = "session_token"
    }

    public let use: Use
    public let issuer: String
    /// The session and its person, as the database has them now.
    public let record: SessionRecord
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
}

/// What a tenant's back end asks about tokens, and how it ends them (RFC 7662, RFC 7009).
public struct TokenInspection: Sendable {
    let authenticator: AppAuthenticator
    let refreshes: SessionRefresh
    let sessions: SessionAdministration

    public init(authenticator: AppAuthenticator, refreshes: SessionRefresh, sessions: SessionAdministration) {
        self.authenticator = authenticator
        self.refreshes = refreshes
        self.sessions = sessions
    }

    /// - Returns: nil for a token that is not good, whatever the reason: the one who asks shall not learn more than
    ///   that.
    public func facts(
        of text: String,
        in tenant: Tenant,
        grant _: Grant<ReadSessions>
    ) async throws(DomainError) -> TokenFacts? {
        if text.hasBytePrefix(RefreshToken.prefix) { return try await refreshFacts(text, tenant) }
        if text.hasBytePrefix(Credential.Prefix.appSession.rawValue) { return try await sessionFacts(text, tenant) }
        do throws(AccessTokenFailure) {
            let visit = try await authenticator.session(accessToken: text, in: tenant)
            return facts(.access, visit.record, issuedAt: visit.claims.issuedAt, expiresAt: visit.claims.expiresAt)
        } catch {
            if case .unavailable(let wait) = error { throw .unavailable(retryAfter: wait) }
            return nil
        }
    }

    /// Ends the session that a token is of. A token that is not ours is left alone without a word.
    public func revoke(_ text: String, in tenant: Tenant, grant: Grant<RevokeSessions>) async throws(DomainError) {
        guard let session = try await session(of: text, in: tenant) else { return }
        do throws(DomainError) { try await sessions.end(session, grant: grant) } catch {
            if case .notFound = error { return }
            throw error
        }
    }

    private func refreshFacts(_ text: String, _ tenant: Tenant) async throws(DomainError) -> TokenFacts? {
        do throws(RefreshFailure) {
            let access = try await refreshes.peek(text, in: tenant)
            return facts(
                .refresh,
                access.record,
                issuedAt: access.refresh.rotatedAt,
                expiresAt: access.record.session.expiresAt
            )
        } catch {
            if case .unavailable(let wait) = error { throw .unavailable(retryAfter: wait) }
            return nil
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

    /// Whose token it is, however old: who signs out with a token of yesterday means the session all the same.
    private func session(of text: String, in tenant: Tenant) async throws(DomainError) -> Session.ID? {
        if text.hasBytePrefix(RefreshToken.prefix) {
            do throws(RefreshFailure) { return try await refreshes.owner(of: text, in: tenant) } catch {
                if case .unavailable(let wait) = error { throw .unavailable(retryAfter: wait) }
                return nil
            }
        }
        if text.hasBytePrefix(Credential.Prefix.appSession.rawValue) {
            return try await authenticator.session(text, in: tenant.id)?.session.id
        }
        do throws(AccessTokenFailure) {
            return try await authenticator.tokens.signedClaims(of: text, in: tenant).session
        } catch {
            if case .unavailable(let wait) = error { throw .unavailable(retryAfter: wait) }
            return nil
        }
    }
}
