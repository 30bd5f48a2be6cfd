import Database
import Domain
import UseCases

/// Folds old counts of runs by day into those of the group `AppRunGroup.other`, so that the groups, which hold what
/// clients made up, can be deleted. The numbers of installations of these days, which cannot be added up, are deleted.
///
/// Days from the first known run on stay as they are, because a run can still move between counts. Writers of runs wait
/// while this runs.
struct RunFolding {
    private struct Key: Hashable {
        let start: Int64
        let outcome: AppRunOutcome
    }

    private struct DayKey: Hashable {
        let day: Int64
        let group: Int
    }

    let tenant: Int
    let now: Timestamp
    let dictionary: EventDictionary

    private var cost: RowCost { dictionary.cost }

    /// Returns when the oldest run began whose updates are recognised.
    static func firstRun(of tenant: Int, _ transaction: any ReadTransaction) throws -> Timestamp? {
        try transaction.value("SELECT started_at FROM app_runs WHERE tenant_id = \(tenant) ORDER BY started_at LIMIT 1")
    }

    func isNeeded(before bound: Timestamp, _ transaction: any ReadTransaction) throws -> Bool {
        try !foldable(before: bound, limit: 1, transaction).isEmpty
    }

    /// Folds the first rows.
    /// - Parameter bound: a time before which there are no counts by hour.
    /// - Returns: the number of folded rows.
    func fold(before bound: Timestamp, limit: Int, _ transaction: any WriteTransaction) throws -> Int {
        let rows = try foldable(before: bound, limit: limit, transaction)
        guard !rows.isEmpty else { return 0 }
        var sums: [Key: Int] = [:]
        var days: Set<DayKey> = []
        for row in rows {
            let (start, group): (Int64, Int) = (try row.get("start"), try row.get("group_id"))
            let outcome: AppRunOutcome = try row.get("outcome")
            sums[Key(start: start, outcome: outcome), default: 0] += try row.get("n", as: Int.self)
            days.insert(DayKey(day: Timestamp(milliseconds: start).day, group: group))
            try transaction.executeLater(
                """
                DELETE FROM app_run_counts
                WHERE tenant_id = \(tenant) AND span = 'd' AND start = \(start) AND group_id = \(group)
                    AND outcome = \(outcome)
                """
            )
        }
        let added = try store(sums, transaction)
        var deleted = rows.count * cost.bytes(of: .dayRunCount)
        let last = days.map(\.day).max() ?? 0
        // Most of them were deleted in their time.
        let first: Int64? = try transaction.value(
            "SELECT day FROM app_run_days WHERE tenant_id = \(tenant) AND day <= \(last) ORDER BY day LIMIT 1"
        )
        for key in days where first.map({ key.day >= $0 }) ?? false {
            let count = try transaction.execute(
                "DELETE FROM app_run_days WHERE tenant_id = \(tenant) AND day = \(key.day) AND group_id = \(key.group)"
            )
            deleted += count * cost.bytes(of: .runDay)
        }
        try StorageLedger.release(deleted - added, of: tenant, transaction)
        let unused = try DictionaryTable.runGroups.unused(Set(days.map(\.group)), of: tenant, transaction)
        try DictionaryTable.runGroups.retire(unused, of: tenant, at: now, transaction)
        return rows.count
    }

    /// - Returns: the disk space of new rows.
    private func store(_ sums: [Key: Int], _ transaction: any WriteTransaction) throws -> Int {
        var groups = AppRunGroups(
            tenant: tenant,
            receivedAt: now,
            networks: nil,
            dictionary: dictionary,
            transaction: transaction,
            growth: GrowthShares.Additions()
        )
        let other = try groups.number(of: .other, for: nil)
        func row(_ key: Key, _ n: Int) -> [SQLValue] {
            [
                .integer(Int64(tenant)), .text(CountWindow.Span.day.rawValue), .integer(key.start),
                .integer(Int64(other)), key.outcome.sqlValue, .integer(Int64(n)),
            ]
        }
        let key: [StaticString] = ["tenant_id", "span", "start", "group_id", "outcome"]
        // A count can be 0, so a sum does not tell whether its row is new.
        let isNew = try transaction.insertNew(
            into: "app_run_counts",
            columns: key + ["n"],
            rows: sums.keys.map { row($0, 0) }
        )
        try transaction.add(
            to: "app_run_counts",
            key: key,
            number: "n",
            rows: sums.filter { $0.value != 0 }.map { row($0.key, $0.value) }
        )
        return groups.addedBytes + isNew.count { $0 } * cost.bytes(of: .dayRunCount)
    }

    private func foldable(before bound: Timestamp, limit: Int, _ transaction: any ReadTransaction) throws -> [Row] {
        let first = try Self.firstRun(of: tenant, transaction)
        let end = CountWindow.Span.day.floor(min(bound, first ?? bound).milliseconds)
        return try transaction.rows(
            """
            SELECT c.start AS start, c.group_id AS group_id, c.outcome AS outcome, c.n AS n
            FROM app_run_counts c CROSS JOIN app_run_groups g
            WHERE c.tenant_id = \(tenant) AND c.span = 'd' AND c.start < \(end)
                AND g.tenant_id = c.tenant_id AND g.id = c.group_id
                AND NOT (g.version = \(AppRunGroup.other.version)
                    AND g.build IS NULL AND g.package IS NULL AND g.environment IS NULL)
            ORDER BY c.start, c.group_id, c.outcome LIMIT \(limit)
            """
        )
    }
}

extension Events {
    /// Folds old counts of runs of the next tenant that has any.
    /// - Returns: 0 when no tenant has any.
    func foldRunCounts(limit: Int) async throws(DomainError) -> Int {
        let now = now()
        let bound = Self.foldingBound(at: now)
        while let first = runFolding.place(before: bound) {
            guard let tenant = try await nextTenant(withRunCountsBefore: bound, from: first) else {
                runFolding.continue(at: nil)
                return 0
            }
            let rows = try await access.writeAcross(Self.deliveries) { [dictionary] transaction in
                try RunFolding(tenant: tenant, now: now, dictionary: dictionary)
                    .fold(before: bound, limit: limit, transaction)
            }
            runFolding.continue(at: rows > 0 ? tenant : tenant + 1)
            if rows > 0 { return rows }
        }
        return 0
    }

    /// Returns the first tenant from a number on that has old counts to fold.
    private func nextTenant(withRunCountsBefore bound: Timestamp, from first: Int) async throws(DomainError) -> Int? {
        var first = first
        while true {
            let found: (tenant: Int, isNeeded: Bool)? = try await access.readAcross("old counts of runs by day") {
                [dictionary, first] transaction in
                let next: Int? = try transaction.value(
                    """
                    SELECT t.number AS number FROM event_tenants t WHERE t.number >= \(first) AND EXISTS (
                        SELECT 1 FROM app_run_counts c
                        WHERE c.tenant_id = t.number AND c.span = 'd' AND c.start < \(bound) LIMIT 1 OFFSET 0)
                    ORDER BY t.number LIMIT 1
                    """
                )
                guard let tenant = next else { return nil }
                let folding = RunFolding(tenant: tenant, now: bound, dictionary: dictionary)
                return (tenant: tenant, isNeeded: try folding.isNeeded(before: bound, transaction))
            }
            guard let found else { return nil }
            if found.isNeeded { return found.tenant }
            first = found.tenant + 1
        }
    }
}
