import Domain

/// Authenticates requests. Keys and session tokens are looked up here alone, always in the database: one that was
/// revoked before the request began is rejected.
public struct AppAuthenticator: Sendable {
    let keys: any KeyStore
    let tenants: any TenantStore
    let settings: any TenantSettingsStore
    let sessions: any SessionStore
    let activity: SessionActivity
    let tokens: AccessTokens
    let now: @Sendable () -> Timestamp

    /// Returns the tenant that a publishable key or, without one, a host name identifies.
    /// - Parameter dialect: the dialect of the request; nil where any is accepted.
    public func tenant(
        publishableKey: String?,
        host: HostName?,
        speaking dialect: TenantSettings.Dialect? = nil
    ) async throws(AuthFailure) -> Tenant {
        if let publishableKey { return try await key(publishableKey, .publishable, speaking: dialect).tenant }
        guard let host else { throw .app(.noTenant) }
        let owner = try await StoreErrorMapping.unavailable.run { try await tenants.tenant(host: host) }
        guard let owner else { throw .app(.noTenant) }
        guard owner.state == .active else { throw .app(.tenantSuspended) }
        guard let dialect else { return owner }
        let spoken = try await StoreErrorMapping.unavailable.run {
            try await settings.settings(of: owner.id).settings.dialect
        }
        guard spoken.speaks(dialect) else { throw .app(.dialectDisabled) }
        return owner
    }

    /// Returns the tenant with that slug, whose public keys anyone may read.
    /// - Throws: `.notFound(.tenant)`
    public func tenant(_ slug: Tenant.Slug) async throws(DomainError) -> Tenant {
        try await tenants.tenant(slug).tenant
    }

    /// Returns the tenant of a publishable key and the session of a session token: both from one read, because nearly
    /// every request of an app carries both.
    /// - Returns: no session for a token that is none of this tenant's.
    public func visit(
        publishableKey: String,
        token: String,
        speaking dialect: TenantSettings.Dialect?
    ) async throws(AuthFailure) -> (tenant: Tenant, session: UncheckedSession?) {
        guard let key = Credential(publishableKey, .publishableKey), let tenant = key.tenant else {
            throw .app(.unknownKey(expected: .publishable))
        }
        guard let session = Credential(token, .appSession), session.tenant == tenant else {
            return (try await self.key(publishableKey, .publishable, speaking: dialect).tenant, nil)
        }
        return try await StoreErrorMapping.unavailable.run {
            let records = try await sessions.records(
                key: CredentialHash(key),
                session: CredentialHash(session),
                in: tenant
            )
            let admitted = try admitted(records.key, .publishable, speaking: dialect)
            return (admitted.tenant, UncheckedSession(record: records.session))
        }
    }

    /// Returns the active tenant that owns a host name; nil when none does.
    public func owner(of host: HostName) async throws(DomainError) -> Tenant? {
        let owner = try await tenants.tenant(host: host)
        return owner?.state == .active ? owner : nil
    }

    /// Returns an ingest key, or a key of a backend; nil for one that is not from this server, revoked, or of another
    /// kind.
    /// - Throws: `.conflict(.tenantSuspended)`, `.unavailable`
    public func key(_ text: String, _ kind: APIKey.Kind) async throws(DomainError) -> KeyRecord? {
        guard let credential = Credential(text, kind.prefix), let tenant = credential.tenant else { return nil }
        return try valid(try await keys.record(CredentialHash(credential), in: tenant), kind)
    }

    /// Returns the ingest key of a Sentry DSN; nil for one that is not from this server, revoked, or of another project.
    /// - Parameter text: the DSN key; a DSN that was made before there were such keys has the ingest key itself.
    /// - Parameter project: the number of the tenant.
    /// - Throws: `.conflict(.tenantSuspended)`, `.unavailable`
    public func key(dsn text: String, project: Int) async throws(DomainError) -> KeyRecord? {
        guard let key = DSNKey(text) else {
            guard let record = try await key(text, .ingest), record.tenant.number == project else { return nil }
            return record
        }
        return try valid(try await keys.record(dsn: CredentialHash(key), project: project), .ingest)
    }

    /// Returns a key of an app, or of its backend, for a request in a dialect.
    /// - Parameter dialect: nil where any is accepted.
    public func key(
        _ text: String,
        _ kind: APIKey.Kind,
        speaking dialect: TenantSettings.Dialect?
    ) async throws(AuthFailure) -> KeyRecord {
        guard let credential = Credential(text, kind.prefix), let tenant = credential.tenant else {
            throw .app(.unknownKey(expected: kind))
        }
        let record = try await StoreErrorMapping.unavailable.run {
            try await keys.record(CredentialHash(credential), in: tenant)
        }
        return try admitted(record, kind, speaking: dialect)
    }

    private func admitted(
        _ record: KeyRecord?,
        _ kind: APIKey.Kind,
        speaking dialect: TenantSettings.Dialect?
    ) throws(AuthFailure) -> KeyRecord {
        switch verdict(on: record, kind) {
        case .unknown: throw .app(.unknownKey(expected: kind))
        case .tenantSuspended: throw .app(.tenantSuspended)
        case .valid(let record):
            guard dialect.map(record.dialect.speaks) ?? true else { throw .app(.dialectDisabled) }
            return record
        }
    }

    private func valid(_ record: KeyRecord?, _ kind: APIKey.Kind) throws(DomainError) -> KeyRecord? {
        switch verdict(on: record, kind) {
        case .unknown: nil
        case .tenantSuspended: throw .conflict(.tenantSuspended)
        case .valid(let record): record
        }
    }

    private enum KeyVerdict {
        case unknown, tenantSuspended
        case valid(KeyRecord)
    }

    /// Decides about a key, and records its use at most once a minute.
    private func verdict(on record: KeyRecord?, _ kind: APIKey.Kind) -> KeyVerdict {
        guard let record, record.key.kind == kind, record.key.revokedAt == nil else { return .unknown }
        guard record.tenant.state == .active else { return .tenantSuspended }
        let now = now()
        if record.key.lastUsedAt.map({ now.since($0) >= SessionLifetimes.touchInterval }) ?? true {
            activity.saw(KeySighting(tenant: record.tenant.id, key: record.key.id, usedAt: now))
        }
        return .valid(record)
    }

    /// Returns the session of a token, even one that has ended.
    public func anySession(_ text: String, in tenant: Tenant.ID) async throws(DomainError) -> Session? {
        guard let credential = Credential(text, .appSession), credential.tenant == tenant else { return nil }
        return try await sessions.record(CredentialHash(credential), in: tenant)?.session
    }

    /// Returns the live session of a token; nil when this tenant has none, or its session, user or tenant is not
    /// active.
    /// - Parameter sees: whether the request counts as a use of the session, which extends it.
    public func session(
        _ text: String,
        kind: Session.Kind = .app,
        in tenant: Tenant.ID,
        sees: Bool = true
    ) async throws(DomainError) -> SessionRecord? {
        let prefix: Credential.Prefix = kind == .app ? .appSession : .consoleSession
        guard let credential = Credential(text, prefix), credential.tenant == tenant else { return nil }
        let found = UncheckedSession(record: try await sessions.record(CredentialHash(credential), in: tenant))
        do throws(AuthFailure) { return try await live(found, kind: kind, sees: sees) } catch {
            if case .unavailable(let wait) = error { throw .unavailable(retryAfter: wait) }
            return nil
        }
    }

    /// Whether an impersonator may still act: their own session is live, and they still have the permission, also for
    /// this user.
    func mayAct(in record: SessionRecord, at now: Timestamp) async throws(DomainError) -> Bool {
        let principal: Principal
        switch record.session.impersonator {
        case nil: return true
        case .key(let id):
            guard try await keys.key(id, in: record.tenant.id).revokedAt == nil else { return false }
            principal = .key(id, from: nil)
        case .user(let user, let session):
            guard let own = try await sessions.record(of: session, in: record.tenant.id), own.user.id == user,
                own.session.isAlive(at: now), own.user.state == .active
            else { return false }
            principal = own.principal(from: nil)
        }
        guard principal.permissions.contains(.impersonateUsers) else { return false }
        return (try? principal.mayImpersonate(record.role)) != nil
    }

    /// Extends the idle limit, at most once a minute.
    func touch(_ record: SessionRecord, at now: Timestamp) -> SessionRecord {
        let session = record.session
        // An impersonation session has a fixed lifetime.
        guard session.impersonator == nil, now.since(session.lastSeenAt) >= SessionLifetimes.touchInterval else {
            return record
        }
        let lifetimes = session.kind == .app ? record.terms.lifetimes : .console
        let expiry = lifetimes.expiry(createdAt: session.createdAt, lastSeenAt: now)
        activity.saw(
            SessionSighting(
                tenant: session.tenant,
                session: session.id,
                user: session.user,
                seenAt: now,
                expiresAt: expiry
            )
        )
        return record
    }
}
