import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Appends entries to a tenant's chain, inside the transaction of the change that they record.
struct AuditTrail: Sendable {
    let chain: AuditChain

    func append(_ draft: AuditDraft, to tenant: Tenant.ID, in transaction: any WriteTransaction) throws {
        try transaction.hold(tenant.uuid)
        let head = try Self.head(of: tenant, in: transaction)
        let keepsAddress = try Self.keepsAddress(of: draft.principal, tenant, transaction)
        let entry = draft.entry(sequence: head.sequence + 1, keepsAddress: keepsAddress)
        let hash = chain.hash(of: entry, in: tenant, after: head.hash)
        try transaction.execute(
            """
            INSERT INTO audit_entries (tenant_id, sequence, at, action, actor_kind, actor_id, address, request_id, target_kind, target_id,
                changes, hash)
            VALUES (\(tenant), \(entry.sequence), \(entry.at), \(entry.action), \(entry.actor.name), \(entry.actor.id), \(entry.address),
                \(entry.requestID), \(entry.target?.subject), \(entry.target?.id), \(Self.json(of: entry.changes).text), \(hash))
            """
        )
        try transaction.execute(
            """
            INSERT INTO audit_heads (tenant_id, sequence, hash) VALUES (\(tenant), \(entry.sequence), \(hash))
            ON CONFLICT (tenant_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
            """
        )
        // Every change is audited, so this is where the idempotency key of a write is marked as done.
        if let mark = IdempotencyMark.current, mark.tenant == tenant {
            try IdempotencyKeys.noteDone(mark, at: draft.at, in: transaction)
        }
    }

    /// A tenant that stores no personal data stores no addresses of its app users. Addresses of users with console
    /// access are stored, because they are accountable for their actions.
    private static func keepsAddress(
        of principal: Principal,
        _ tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        guard case .user = principal.kind, principal.origin != nil, !principal.permissions.contains(.enterConsole)
        else { return true }
        let isAnonymous: Bool? = try transaction.value(
            "SELECT is_anonymous FROM tenant_settings WHERE tenant_id = \(tenant)"
        )
        return isAnonymous != true
    }

    static func head(of tenant: Tenant.ID, in transaction: any ReadTransaction) throws -> AuditHead {
        guard let row = try transaction.row("SELECT sequence, hash FROM audit_heads WHERE tenant_id = \(tenant)") else {
            return .start
        }
        return AuditHead(sequence: try row.get("sequence"), hash: try row.get("hash"))
    }

    static func json(of changes: [AuditEntry.Change]) -> JSONValue {
        .array(
            changes.map { change in
                .object(
                    JSONObject([
                        ("field", .string(change.field)), ("before", change.before.map { .string($0) } ?? .null),
                        ("after", change.after.map { .string($0) } ?? .null),
                    ])
                )
            }
        )
    }

    static func changes(from text: String) throws -> [AuditEntry.Change] {
        changes(from: try JSONValue(parsing: Array(text.utf8), limits: .stored))
    }

    static func changes(from value: JSONValue) -> [AuditEntry.Change] {
        (value.arrayValue ?? []).compactMap { item in
            guard let object = item.objectValue, let field = object["field"]?.stringValue else { return nil }
            return AuditEntry.Change(field, from: object["before"]?.stringValue, to: object["after"]?.stringValue)
        }
    }
}
