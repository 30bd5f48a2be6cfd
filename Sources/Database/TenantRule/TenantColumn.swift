/// The kind of value in columns called `tenant_id`.
public enum TenantColumn: Sendable {
    /// The tenant's UUID: the check also compares the bound values with the tenant of the transaction.
    case uuid
    /// A number that only this database has: the check requires the column alone.
    case number
}
