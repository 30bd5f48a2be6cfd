import Domain

extension AppAuthenticator {
    /// Returns the live session of an access token. The row is read each time: a session that ended before the request
    /// began is rejected, however long its token would last.
    public func session(accessToken text: String, in tenant: Tenant) async throws(AuthFailure) -> AccessTokenVisit {
        let claims = try await tokens.claims(of: text, in: tenant)
        let found = try await StoreErrorMapping.unavailable.run {
            try await tokens.refreshes.find(claims.session, in: tenant.id)
        }
        guard let found, found.record.user.id == claims.user, found.record.session.kind == .app else {
            throw .session(.notFound)
        }
        try await check(found.record)
        return AccessTokenVisit(access: found.with(touch(found.record, at: now())), claims: claims)
    }

    /// Returns the live session of a session token.
    /// - Throws: the reason the token is rejected, for clients that may learn it: the holder of a token may know the
    ///   state of the session.
    public func session(token text: String, in tenant: Tenant) async throws(AuthFailure) -> SessionRecord {
        guard let credential = Credential(text, .appSession) else { throw .accessToken(.malformed) }
        guard credential.tenant == tenant.id else { throw .session(.notFound) }
        let found = try await StoreErrorMapping.unavailable.run {
            try await sessions.record(CredentialHash(credential), in: tenant.id)
        }
        guard let found, found.session.kind == .app else { throw .session(.notFound) }
        try await check(found)
        return touch(found, at: now())
    }

    func check(_ record: SessionRecord) async throws(AuthFailure) {
        guard record.tenant.state == .active else { throw .session(.tenantSuspended) }
        guard record.user.state == .active else { throw .userDisabled }
        if let reason = record.session.endReason { throw .session(.ended(reason)) }
        guard record.session.isAlive(at: now()) else { throw .session(.expired) }
        let mayAct = try await StoreErrorMapping.unavailable.run { try await self.mayAct(in: record, at: now()) }
        guard mayAct else { throw .session(.ended(.impersonationEnded)) }
    }
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
