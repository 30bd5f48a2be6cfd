import Database
import Domain
import Foundation
import UseCases

extension Events {
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at moment: Timestamp) async throws(DomainError) -> IngestUsage {
        try await access.read(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else {
                return IngestUsage(key: 0, tenant: 0)
            }
            let row = try transaction.row(
                """
                SELECT coalesce(sum(bytes), 0) AS of_tenant, coalesce(sum(CASE WHEN key_id = \(key) THEN bytes ELSE 0 END), 0) AS of_key
                FROM ingest_usage WHERE tenant_id = \(number) AND day = \(moment.day) AND key_id <> \(UsageTally.ownKey)
                """
            )
            return IngestUsage(key: try row?.get("of_key") ?? 0, tenant: try row?.get("of_tenant") ?? 0)
        }
    }

    func forgetOldestOfLargest(limit: Int) async throws(DomainError) -> Int {
        let moment = now()
        let freed = try await DictionarySweep(access: access, now: moment).deleteRetired(limit: limit)
        if freed > 0 { return freed }
        // Beside a writer, a row that comes between finding the oldest and deleting them would go without its bytes.
        return try await access.writeAcross(Self.deliveries) { transaction in
            let largest: Int? = try transaction.value(
                """
                SELECT t.number AS number FROM event_tenants t
                WHERE EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = t.number)
                ORDER BY (SELECT coalesce(sum(u.bytes), 0) FROM ingest_usage u WHERE u.tenant_id = t.number) DESC, t.number LIMIT 1
                """
            )
            guard let largest else { return try transaction.deleteFirst(of: CountDeletion.fine, limit: limit) }
            return try EventRemoval(tenant: largest, now: moment).deleteOldest(limit: limit, transaction)
        }
    }
}
