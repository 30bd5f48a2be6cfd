import Domain

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
