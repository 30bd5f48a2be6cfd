import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Stores audit entries that wait beside their change, in the events database.
struct AuditOutboxRows: AuditOutboxStore {
    let access: StoreAccess

    func tenants() async throws(DomainError) -> [Tenant.ID] {
        try await access.readAcross("tenants with waiting audit entries") { transaction in
            try transaction.rows(
                """
                SELECT id FROM event_tenants WHERE number IN (SELECT tenant_id FROM audit_outbox)
                """
            ).map { try $0.get("id") }
        }
    }

    func waiting(
        in tenant: Tenant.ID,
        after place: WaitingAuditEntry.Place,
        limit: Int
    ) async throws(DomainError) -> [WaitingAuditEntry] {
        let entries = try await access.read(tenant) { transaction in
            try transaction.rows(
                """
                SELECT id, at, entry FROM audit_outbox
                WHERE tenant_id = \(sql: Self.number(of: tenant)) AND (at, id) > (\(place.at), \(place.id))
                ORDER BY at, id LIMIT \(limit)
                """
            ).map { row in
                let at: Timestamp = try row.get("at")
                let text = Array(try row.get("entry", as: String.self).utf8)
                let draft = (try? JSONValue(parsing: text, limits: .stored)).flatMap { AuditDraft($0, at: at) }
                return WaitingAuditEntry(place: .init(at: at, id: try row.get("id")), draft: draft)
            }
        }
        let unreadable = entries.count { $0.draft == nil }
        if unreadable > 0 {
            access.report(DatabaseError(.decoding, "\(unreadable) audit entries wait: this version cannot read them"))
        }
        return entries
    }

    func remove(_ ids: [WaitingAuditEntry.ID], in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            for id in ids {
                try transaction.execute(
                    "DELETE FROM audit_outbox WHERE tenant_id = \(sql: Self.number(of: tenant)) AND id = \(id)"
                )
            }
        }
    }

    /// The tenant's number in this database.
    private static func number(of tenant: Tenant.ID) -> SQL {
        "(SELECT number FROM event_tenants WHERE id = \(tenant))"
    }

    /// Stores an entry in the transaction of its change.
    /// - Parameter tenant: its number in this database.
    static func put(_ draft: AuditDraft, of tenant: Int, _ transaction: any WriteTransaction) throws {
        let id = WaitingAuditEntry.ID(UUID())
        try transaction.execute(
            "INSERT INTO audit_outbox (tenant_id, id, at, entry) VALUES (\(tenant), \(id), \(draft.at), \(draft.json.text))"
        )
    }
}

/// The format of the column `entry`.
extension AuditDraft {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "action": .string(action.rawValue), "actor_kind": .string(principal.kind.name),
            // Whether the trail names the actor's address also in a tenant that stores no personal data.
            "enters_console": .bool(principal.permissions.contains(.enterConsole)),
            "changes": AuditTrail.json(of: changes),
        ]
        object.append("actor_id", principal.kind.id.map { .string($0.hyphenated) })
        object.append("address", principal.origin.map { .string($0.address) })
        object.append("request_id", principal.origin.map { .string($0.requestID) })
        object.append("target_kind", target.map { .string($0.subject.rawValue) })
        object.append("target_id", target.map { .string($0.id) })
        return .object(object)
    }

    fileprivate init?(_ value: JSONValue, at time: Timestamp) {
        guard let action = value["action"]?.stringValue.flatMap({ AuditEntry.Action(rawValue: $0) }),
            let kind = value["actor_kind"]?.stringValue,
            let actor = Principal.Kind(name: kind, id: value["actor_id"]?.stringValue.flatMap { UUID(hyphenated: $0) }),
            let changes = value["changes"]
        else { return nil }
        let origin = value["address"]?.stringValue.map {
            RequestOrigin(address: $0, requestID: value["request_id"]?.stringValue ?? "", trace: nil)
        }
        let target = value["target_kind"]?.stringValue.flatMap { DomainError.Subject(rawValue: $0) }.flatMap { kind in
            value["target_id"]?.stringValue.map { AuditEntry.Target(kind, $0) }
        }
        self.init(
            action,
            by: Principal(
                kind: actor,
                rank: .max,
                permissions: value["enters_console"] == true ? [.enterConsole] : [],
                origin: origin
            ),
            at: time,
            target: target,
            changes: AuditTrail.changes(from: changes)
        )
    }
}
