import Domain

extension AppAuthenticator {
    /// Returns the live session of an access token. The row is read each time: a session that ended before the request
    /// began is rejected, however long its token would last.
    public func session(accessToken text: String, in tenant: Tenant) async throws(AuthFailure) -> AccessTokenVisit {
        let (access, claims) = try await unchecked(accessToken: text, in: tenant)
        return AccessTokenVisit(
            access: access.with(try await live(UncheckedSession(record: access.record))),
            claims: claims
        )
    }

    /// Returns the session that a signed access token names, whether it is live or not.
    func unchecked(
        accessToken text: String,
        in tenant: Tenant
    ) async throws(AuthFailure) -> (access: SessionAccess, claims: AccessTokenClaims) {
        let claims = try await tokens.claims(of: text, in: tenant)
        let found = try await StoreErrorMapping.unavailable.run {
            try await tokens.refreshes.find(claims.session, in: tenant.id)
        }
        guard let found, found.record.user.id == claims.user else { throw .session(.notFound) }
        return (found, claims)
    }

    /// Returns the session of a session token, whether it is live or not.
    func unchecked(token text: String, in tenant: Tenant) async throws(AuthFailure) -> UncheckedSession {
        guard let credential = Credential(text, .appSession) else { throw .accessToken(.malformed) }
        guard credential.tenant == tenant.id else { throw .accessToken(.otherTenant) }
        let found = try await StoreErrorMapping.unavailable.run {
            try await sessions.record(CredentialHash(credential), in: tenant.id)
        }
        return UncheckedSession(record: found)
    }

    /// Returns a session that may be used now, and counts the use, which extends it.
    /// - Parameter sees: whether it counts.
    func live(
        _ unchecked: UncheckedSession,
        kind: Session.Kind = .app,
        sees: Bool = true
    ) async throws(AuthFailure) -> SessionRecord {
        guard let record = unchecked.record, record.session.kind == kind else { throw .session(.notFound) }
        let now = now()
        guard record.tenant.state == .active else { throw .session(.tenantSuspended) }
        guard record.user.state == .active else { throw .userDisabled }
        if let reason = record.session.endReason { throw .session(.ended(reason)) }
        guard record.session.isAlive(at: now) else { throw .session(.expired) }
        let mayAct = try await StoreErrorMapping.unavailable.run { try await self.mayAct(in: record, at: now) }
        guard mayAct else { throw .session(.ended(.impersonationEnded)) }
        return sees ? touch(record, at: now) : record
    }
}

/// The session of a token as it was read, if there is one. It may have ended.
public struct UncheckedSession: Sendable {
    let record: SessionRecord?
}

extension SessionAccess {
    fileprivate func with(_ record: SessionRecord) -> SessionAccess {
        SessionAccess(record: record, refresh: refresh, method: method, metadata: metadata)
    }
}

/// A request authenticated by an access token: the session as in the database now, and the token's claims.
public struct AccessTokenVisit: Sendable {
    public let access: SessionAccess
    public let claims: AccessTokenClaims

    public var record: SessionRecord { access.record }
}
