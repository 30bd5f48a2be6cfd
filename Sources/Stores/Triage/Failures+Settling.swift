import Database
import Domain
import UseCases

/// Carries out what events have changed. What is found in a read is written with the version that was read, so that an
/// action of a member between the two wins.
extension Failures {
    private struct Settlement {
        let tenant: Int
        let failure: Int
        let change: TriageChange
        let triage: FailureTriage
    }

    func settle(_ failures: [FailureKey.ID]?, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) {
        let found = try await access.read(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [Settlement]() }
            let rows =
                try failures.map { try FailureRow.find($0, of: number, transaction).map { ($0.number, $0.triage) } }
                ?? Self.waiting(of: number, transaction)
            return try rows.compactMap { try Self.settlement($0.0, $0.1, of: number, at: now, transaction) }
        }
        guard !found.isEmpty else { return }
        try await access.write(tenant) { try Self.store(found, $0) }
    }

    /// One failure whose row or events cannot be read does not keep the others from being settled.
    func settleNext(at now: Timestamp, limit: Int) async throws(DomainError) -> Int {
        let start = scan.place
        let places = try await access.readAcross("failures and their events") { transaction in
            try transaction.rows(
                """
                SELECT t.tenant_id AS tenant_id, t.failure_id AS failure_id FROM failure_triage t
                WHERE (t.tenant_id, t.failure_id) > (\(start.tenant), \(start.failure))
                ORDER BY t.tenant_id, t.failure_id LIMIT \(limit)
                """
            ).map { TriageScan.Place(tenant: try $0.get("tenant_id"), failure: try $0.get("failure_id")) }
        }
        guard let first = places.first, let last = places.last else {
            scan.continue(at: TriageScan.Place())
            return 0
        }
        let next = places.count < limit ? TriageScan.Place() : last
        do throws(DomainError) {
            try await settle(from: first, through: last, at: now)
        } catch {
            try await settleEach(places, next, at: now)
        }
        scan.continue(at: next)
        return places.count
    }

    /// Settles failures one by one, because all together could not be settled.
    /// - Throws: the first error, when the place of the scan is past the failures that were tried.
    private func settleEach(
        _ places: [TriageScan.Place],
        _ next: TriageScan.Place,
        at now: Timestamp
    ) async throws(DomainError) {
        var first: DomainError?
        var count = 0
        for place in places {
            do throws(DomainError) { try await settle(from: place, through: place, at: now) } catch {
                first = first ?? error
                count += 1
                guard count < Self.failedTogether else {
                    scan.continue(at: place)
                    throw error
                }
            }
        }
        scan.continue(at: next)
        if let first { throw first }
    }

    private func settle(
        from first: TriageScan.Place,
        through last: TriageScan.Place,
        at now: Timestamp
    ) async throws(DomainError) {
        let found = try await access.readAcross("failures and their events") { transaction in
            try transaction.rows(
                """
                SELECT t.tenant_id AS tenant_id, t.failure_id AS failure_id, \(sql: TriageRow.columns) FROM failure_triage t
                WHERE (t.tenant_id, t.failure_id) >= (\(first.tenant), \(first.failure))
                    AND (t.tenant_id, t.failure_id) <= (\(last.tenant), \(last.failure))
                ORDER BY t.tenant_id, t.failure_id
                """
            ).compactMap { row in
                try Self.settlement(
                    row.get("failure_id"),
                    TriageRow.triage(row),
                    of: row.get("tenant_id"),
                    at: now,
                    transaction
                )
            }
        }
        guard !found.isEmpty else { return }
        try await access.writeAcross("failures and their events") { try Self.store(found, $0) }
    }

    /// Those of a tenant that an event may change, most recently changed first.
    private static func waiting(of tenant: Int, _ transaction: any ReadTransaction) throws -> [(Int, FailureTriage)] {
        try transaction.rows(
            """
            SELECT t.failure_id AS failure_id, \(sql: TriageRow.columns) FROM failure_triage t
            WHERE t.tenant_id = \(tenant) AND t.state IN ('resolved', 'archived') AND t.detail <> 'for_ever'
            ORDER BY t.since DESC LIMIT \(settledTogether)
            """
        ).map { (try $0.get("failure_id"), try TriageRow.triage($0)) }
    }

    private static func settlement(
        _ failure: Int,
        _ triage: FailureTriage,
        of tenant: Int,
        at now: Timestamp,
        _ transaction: any ReadTransaction
    ) throws -> Settlement? {
        guard triage.state.endsByEvents, let since = triage.since else { return nil }
        let reader = FailureActivityReader(failure: failure, since: since, tenant: tenant)
        let activity = try reader.activity(at: now, transaction) { release in
            if case .resolved(let resolution) = triage.state { resolution.isContradicted(by: release) } else { false }
        }
        guard let activity, let new = triage.applying(activity, at: now)
        else { return nil }
        let change = TriageChange(at: new.since ?? now, by: .system, from: triage, to: new)
        return Settlement(tenant: tenant, failure: failure, change: change, triage: new)
    }

    /// Writers lock the rows in one order.
    private static func store(_ found: [Settlement], _ transaction: any WriteTransaction) throws {
        for settlement in found.sorted(by: { ($0.tenant, $0.failure) < ($1.tenant, $1.failure) }) {
            _ = try TriageRow.store(
                settlement.change,
                settlement.triage,
                of: settlement.failure,
                settlement.tenant,
                transaction
            )
        }
    }
}
