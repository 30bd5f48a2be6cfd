import Domain

/// What a step to free space deleted.
public struct RoomStep: Sendable, Hashable {
    /// The tenant that holds most; nil when no tenant holds anything, or when rows were deleted that no event names.
    public let tenant: Tenant.ID?
    /// 0 when there is nothing left that may be deleted.
    public let rows: Int

    public init(tenant: Tenant.ID?, rows: Int) {
        self.tenant = tenant
        self.rows = rows
    }
}
