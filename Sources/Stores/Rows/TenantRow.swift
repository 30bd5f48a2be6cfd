import Database
import Domain

/// One row of `tenants`.
enum TenantRow {
    static let columns: SQL =
        "t.id AS t_id, t.number AS t_number, t.slug AS t_slug, t.name AS t_name, t.state AS t_state, t.created_at AS t_created_at"

    static func tenant(_ row: Row) throws -> Tenant {
        Tenant(
            id: try row.get("t_id"),
            number: try row.get("t_number"),
            slug: try row.get("t_slug"),
            name: try row.get("t_name"),
            state: try row.get("t_state"),
            createdAt: try row.get("t_created_at")
        )
    }
}
