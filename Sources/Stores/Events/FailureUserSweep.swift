import Database
import Domain

/// Deletes the users of failures whose latest event has expired. Where a tenant keeps its events for a shorter time, its
/// users are deleted with them (`EventRemoval`).
struct FailureUserSweep {
    /// The row after which the scan goes on.
    struct Place: Sendable {
        var tenant = 0
        var subject = 0
        var failure = 0
        var version = ""
    }

    private struct Found: Sendable {
        let place: Place
        let isOld: Bool

        init(_ row: Row, before cutoff: Timestamp) throws {
            place = Place(
                tenant: try row.get("tenant_id"),
                subject: try row.get("subject_id"),
                failure: try row.get("failure_id"),
                version: try row.get("app_version")
            )
            isOld = try row.get("last_at", as: Timestamp.self) < cutoff
        }
    }

    let access: StoreAccess

    /// Takes a step of the scan for rows from before a time.
    /// - Returns: 0 when the scan is complete.
    func delete(before cutoff: Timestamp, _ scan: DailyScan<Place>, limit: Int) async throws(DomainError) -> Int {
        guard let place = scan.place(before: cutoff) else { return 0 }
        let rows = try await access.readAcross("users of failures") { transaction in
            try transaction.rows(
                """
                SELECT u.tenant_id AS tenant_id, u.subject_id AS subject_id, u.failure_id AS failure_id,
                    u.app_version AS app_version, u.last_at AS last_at
                FROM failure_users u WHERE (u.tenant_id, u.subject_id, u.failure_id, u.app_version)
                    > (\(place.tenant), \(place.subject), \(place.failure), \(place.version))
                ORDER BY u.tenant_id, u.subject_id, u.failure_id, u.app_version LIMIT \(limit)
                """
            ).map { try Found($0, before: cutoff) }
        }
        let old = Dictionary(grouping: rows.filter(\.isOld), by: \.place.tenant)
        if !old.isEmpty {
            try await access.writeAcross(Events.deliveries) { [cost = access.rowCost] transaction in
                for (tenant, rows) in old.sorted(by: { $0.key < $1.key }) {
                    // A user may have met the failure again meanwhile.
                    let subjects = Set(rows.map(\.place.subject)).sorted()
                    let found = try FailureUserRow.find(subjects, of: tenant, transaction)
                        .filter { $0.lastAt < cutoff }
                    try FailureUserRow.delete(found.map(\.key), of: tenant, cost, transaction)
                    // Events may be kept for a shorter time than the periods that are shown.
                    try FailureUserRow.noteMissing(found, of: tenant, transaction)
                }
            }
        }
        scan.continue(at: rows.count < limit ? nil : rows.last?.place)
        return max(rows.count, 1)
    }
}
