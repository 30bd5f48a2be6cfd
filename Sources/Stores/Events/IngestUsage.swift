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
                FROM ingest_usage WHERE tenant_id = \(number) AND day = \(moment.day) AND key_id <> \(StorageLedger.ownKey)
                """
            )
            return IngestUsage(key: try row?.get("of_key") ?? 0, tenant: try row?.get("of_tenant") ?? 0)
        }
    }
}
