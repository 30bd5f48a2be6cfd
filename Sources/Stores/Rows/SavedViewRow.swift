import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// One row of `saved_views`.
enum SavedViewRow {
    static let columns: SQL =
        """
        v.id AS id, v.owner_kind AS owner_kind, v.owner_id AS owner_id, v.name AS name, v.query AS query,
        v.filters AS filters, v.is_shared AS is_shared, v.created_at AS created_at, v.updated_at AS updated_at,
        v.version AS version
        """

    /// The owner's id; zeros for Gatehouse itself.
    static func id(of owner: Principal.Kind) -> UUID { owner.id ?? nobody }

    private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    static func find(_ id: SavedView.ID, in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> SavedView {
        let row = try transaction.row(
            "SELECT \(sql: columns) FROM saved_views v WHERE v.tenant_id = \(tenant) AND v.id = \(id)"
        )
        guard let row else { throw DomainError.notFound(.view) }
        return try view(row)
    }

    static func insert(_ view: SavedView, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        let filters = JSONValue.object(JSONObject(view.filters.all.map { ($0.name, .string($0.value)) }))
        try transaction.execute(
            """
            INSERT INTO saved_views
                (tenant_id, id, owner_kind, owner_id, name, query, filters, is_shared, created_at, updated_at, version)
            VALUES (\(tenant), \(view.id), \(view.owner.name), \(id(of: view.owner)), \(view.name), \(view.query),
                \(String(decoding: filters.serialized(), as: UTF8.self)), \(view.isShared ? 1 : 0), \(view.createdAt),
                \(view.updatedAt), \(view.version))
            """
        )
    }

    /// Deletes the private views of someone who is gone.
    static func forgetPrivate(
        of owner: Principal.Kind,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            DELETE FROM saved_views WHERE tenant_id = \(tenant) AND owner_kind = \(owner.name)
                AND owner_id = \(id(of: owner)) AND is_shared = 0
            """
        )
    }

    static func view(_ row: Row) throws -> SavedView {
        let id: UUID = try row.get("owner_id")
        guard let owner = Principal.Kind(name: try row.get("owner_kind"), id: id == nobody ? nil : id) else {
            throw DatabaseError(.decoding, "owner_kind and owner_id are no principal")
        }
        let text: String = try row.get("filters")
        let members = try JSONValue(parsing: Array(text.utf8)).objectValue
        let pairs = members.map { members in
            members.map { (name: $0.name, value: $0.value.stringValue ?? "") }
        }
        guard let filters = ViewFilters(pairs ?? []) else {
            throw DatabaseError(.decoding, "filters are not those of a view")
        }
        let isShared: Int = try row.get("is_shared")
        return SavedView(
            id: try row.get("id"),
            owner: owner,
            name: try row.get("name"),
            query: try row.get("query"),
            filters: filters,
            isShared: isShared == 1,
            createdAt: try row.get("created_at"),
            updatedAt: try row.get("updated_at"),
            version: try row.get("version")
        )
    }
}
