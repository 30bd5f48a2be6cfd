import Domain

/// Creates, lists and revokes the keys of a tenant.
public struct KeyAdministration: Sendable {
    public static let maximumPerTenant = 200

    let keys: any KeyStore
    let systemContext: SystemContext

    public func page(_ request: PageRequest, grant: Grant<ReadKeys>) async throws(DomainError) -> Page<APIKey> {
        try await keys.page(request, in: grant.tenant)
    }

    /// - Throws: `.notFound(.key)`
    public func key(_ id: APIKey.ID, grant: Grant<ReadKeys>) async throws(DomainError) -> APIKey {
        try await keys.key(id, in: grant.tenant)
    }

    /// - Returns: the key, and its text, which is shown only once.
    /// - Throws: `.invalid`, `.denied` for a secret key with more rights than its maker.
    public func create(
        kind: APIKey.Kind,
        name: String,
        grant: Grant<ManageKeys>
    ) async throws(DomainError) -> (key: APIKey, text: Credential) {
        try grant.principal.mayMakeKey(kind)
        if kind == .secret { try grant.principal.mustHaveProven(by: systemContext.now()) }
        let name = try Self.validated(name)
        let (key, text) = Self.newKey(kind: kind, name: name, tenant: grant.tenant, systemContext)
        let audit = AuditDraft(
            .keyCreated,
            by: grant.principal,
            at: key.createdAt,
            target: .init(.key, key.id),
            changes: [.init("kind", from: nil, to: kind.rawValue), .init("name", from: nil, to: name)]
        )
        try await keys.insert(key, hashes: KeyHashes(text), in: grant.tenant, audit: audit)
        return (key, text)
    }

    /// Revokes a key; the next request with it is rejected.
    /// - Throws: `.notFound(.key)`
    public func revoke(_ id: APIKey.ID, grant: Grant<ManageKeys>) async throws(DomainError) -> APIKey {
        let now = systemContext.now()
        let audit = AuditDraft(.keyRevoked, by: grant.principal, at: now, target: .init(.key, id))
        return try await keys.revoke(id, in: grant.tenant, at: now, audit: audit)
    }

    static func validated(_ name: String) throws(DomainError) -> String {
        let validated: String?
        do { validated = try DisplayName.validated(name, maximumLength: APIKey.nameMaximumLength) } catch {
            throw .invalid("name", error)
        }
        guard let validated else { throw .invalid("name", .missing) }
        return validated
    }

    static func newKey(
        kind: APIKey.Kind,
        name: String,
        tenant: Tenant.ID,
        _ systemContext: SystemContext
    ) -> (APIKey, Credential) {
        let text = Credential(kind.prefix, tenant: tenant, random: systemContext.random(Credential.randomBytes))
        let key = APIKey(
            id: systemContext.newID(),
            tenant: tenant,
            kind: kind,
            name: name,
            hint: text.hint,
            createdAt: systemContext.now(),
            lastUsedAt: nil,
            revokedAt: nil
        )
        return (key, text)
    }
}

/// Stores keys.
public protocol KeyStore: Sendable {
    /// - Returns: nil for a token that this tenant does not have.
    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> KeyRecord?
    /// Finds a key by the two parts of a Sentry DSN.
    /// - Parameter project: the number of the tenant.
    /// - Returns: nil for a key that this tenant does not have.
    func record(dsn: CredentialHash, project: Int) async throws(DomainError) -> KeyRecord?
    /// Returns a page, newest first.
    func page(_ request: PageRequest, in tenant: Tenant.ID) async throws(DomainError) -> Page<APIKey>
    /// - Throws: `.notFound(.key)`
    func key(_ id: APIKey.ID, in tenant: Tenant.ID) async throws(DomainError) -> APIKey
    /// - Throws: `.invalid` when the tenant has its maximum of active keys.
    func insert(_ key: APIKey, hashes: KeyHashes, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Revokes a key. Revoking twice keeps the first time stamp and writes one audit entry.
    /// - Throws: `.notFound(.key)`
    func revoke(
        _ id: APIKey.ID,
        in tenant: Tenant.ID,
        at now: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> APIKey
    func record(_ sightings: [KeySighting]) async throws(DomainError)
}

/// The time a key was last used, to be written later in a batch.
public struct KeySighting: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let key: APIKey.ID
    public let usedAt: Timestamp
}

/// The hashes by which a key is found.
public struct KeyHashes: Sendable, Hashable {
    public let token: CredentialHash
    /// The hash of its DSN key; nil for a key that posts no events.
    public let dsn: CredentialHash?

    public init(_ key: Credential) {
        token = CredentialHash(key)
        dsn = DSNKey(key).map { CredentialHash($0) }
    }
}

/// A key with the tenant that it belongs to, as the authenticator reads it.
public struct KeyRecord: Sendable {
    public let key: APIKey
    public let tenant: Tenant
    /// The API dialect of the tenant's apps.
    public let dialect: TenantSettings.Dialect

    public init(key: APIKey, tenant: Tenant, dialect: TenantSettings.Dialect) {
        self.key = key
        self.tenant = tenant
        self.dialect = dialect
    }
}
