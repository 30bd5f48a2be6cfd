import Database
import Domain
import UseCases

/// Stores what tenants add to canonical codes.
struct CauseNotes: CauseNoteStore {
    let access: StoreAccess
    let trail: AuditTrail

    func note(on entry: CauseEntry, in tenant: Tenant.ID) async throws(DomainError) -> CauseNote? {
        try await access.read(tenant) { try Self.find(entry.code, in: tenant, $0) }
    }

    func change(
        noteOn entry: CauseEntry,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (CauseNote?) -> (note: CauseNote?, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseNote? {
        try await access.write(tenant) { transaction in
            let old = try Self.find(entry.code, in: tenant, transaction)
            let (new, audit) = decide(old)
            guard let audit else { return old }
            if let new {
                try transaction.execute(
                    """
                    INSERT INTO cause_notes (tenant_id, code, runbook, note, updated_at)
                    VALUES (\(tenant), \(entry.code), \(new.runbook?.description), \(new.text), \(new.updatedAt))
                    ON CONFLICT (tenant_id, code)
                    DO UPDATE SET runbook = excluded.runbook, note = excluded.note, updated_at = excluded.updated_at
                    """
                )
            } else {
                try transaction.execute("DELETE FROM cause_notes WHERE tenant_id = \(tenant) AND code = \(entry.code)")
            }
            try trail.append(audit, to: tenant, in: transaction)
            return new
        }
    }

    private static func find(
        _ code: String,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> CauseNote? {
        let row = try transaction.row(
            "SELECT runbook, note, updated_at FROM cause_notes WHERE tenant_id = \(tenant) AND code = \(code)"
        )
        guard let row else { return nil }
        let runbook: String? = try row.find("runbook")
        return CauseNote(
            runbook: try runbook.map { text in
                guard let address = RunbookAddress(text) else {
                    throw DatabaseError(.decoding, "runbook is no address of a runbook")
                }
                return address
            },
            text: try row.find("note"),
            updatedAt: try row.get("updated_at")
        )
    }
}
