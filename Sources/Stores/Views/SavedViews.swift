import Database
import Domain
import UseCases

/// Stores saved views.
struct SavedViews: SavedViewStore {
    let access: StoreAccess
    let trail: AuditTrail

    func views(of owner: Principal.Kind, in tenant: Tenant.ID) async throws(DomainError) -> [SavedView] {
        try await access.read(tenant) { transaction in
            let id = SavedViewRow.id(of: owner)
            return try transaction.rows(
                """
                SELECT \(sql: SavedViewRow.columns) FROM saved_views v
                WHERE v.tenant_id = \(tenant) AND (v.is_shared = 1 OR (v.owner_kind = \(owner.name) AND v.owner_id = \(id)))
                ORDER BY v.name, v.id LIMIT \(SavedView.maximumOfOwner + SavedView.maximumShared)
                """
            ).map(SavedViewRow.view)
        }
    }

    func view(_ id: SavedView.ID, in tenant: Tenant.ID) async throws(DomainError) -> SavedView {
        try await access.read(tenant) { try SavedViewRow.find(id, in: tenant, $0) }
    }

    func insert(_ view: SavedView, in tenant: Tenant.ID, audit: AuditDraft?) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let own: Int =
                try transaction.value(
                    """
                    SELECT count(*) AS n FROM saved_views
                    WHERE tenant_id = \(tenant) AND owner_kind = \(view.owner.name)
                        AND owner_id = \(SavedViewRow.id(of: view.owner))
                    """
                ) ?? 0
            guard own < SavedView.maximumOfOwner else { throw Self.tooMany(SavedView.maximumOfOwner) }
            if view.isShared { try Self.mustHaveRoom(in: tenant, transaction) }
            try SavedViewRow.insert(view, in: tenant, transaction)
            if let audit { try trail.append(audit, to: tenant, in: transaction) }
        }
    }

    func change(
        _ id: SavedView.ID,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (SavedView) throws(DomainError) -> ViewDecision
    ) async throws(DomainError) -> SavedView? {
        try await access.write(tenant) { transaction in
            let old = try SavedViewRow.find(id, in: tenant, transaction)
            let decision = try decide(old)
            try transaction.execute("DELETE FROM saved_views WHERE tenant_id = \(tenant) AND id = \(id)")
            if let view = decision.view {
                if view.isShared, !old.isShared { try Self.mustHaveRoom(in: tenant, transaction) }
                try SavedViewRow.insert(view, in: tenant, transaction)
            }
            if let audit = decision.audit { try trail.append(audit, to: tenant, in: transaction) }
            return decision.view
        }
    }

    private static func mustHaveRoom(in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws {
        let shared: Int =
            try transaction.value(
                "SELECT count(*) AS n FROM saved_views WHERE tenant_id = \(tenant) AND is_shared = 1"
            ) ?? 0
        guard shared < SavedView.maximumShared else { throw tooMany(SavedView.maximumShared) }
    }

    private static func tooMany(_ maximum: Int) -> DomainError {
        .invalid(
            "name",
            .malformed(
                .localizable(
                    "forms.views-maximum",
                    "There are at most {maximum} views. Delete one first.",
                    ["maximum": .number(maximum)]
                )
            )
        )
    }
}
