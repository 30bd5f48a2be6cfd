import Database
import Domain
import UseCases

/// Writes what deliveries say of runs, within the transaction of their events.
///
/// A run is counted once, by the worst of its updates: a later update moves it from one count to another.
struct AppRunWriter {
    private struct Known {
        let group: Int
        let startedAt: Timestamp
        var outcome: AppRunOutcome
    }

    /// How far runs, and installations of days, were deleted to free space. What is not known of these times any longer
    /// may have been counted, and is not counted again.
    private struct Freed {
        let runsUntil: Timestamp?
        let installationsUntil: Int64?
    }

    private struct CountKey: Hashable {
        let span: CountWindow.Span
        let start: Int64
        let group: Int
        let outcome: AppRunOutcome
    }

    private struct DayKey: Hashable {
        let day: Int64
        let group: Int
    }

    let tenant: Int
    private let cost: RowCost
    private let transaction: any WriteTransaction
    private var numbers: AppRunGroups
    private var groups: [AppRunGroup: Int] = [:]
    private var freed = Freed(runsUntil: nil, installationsUntil: nil)
    private var known: [AppRun.ID: Known] = [:]
    private var new: Set<AppRun.ID> = []
    private var changed: Set<AppRun.ID> = []
    private var counts: [CountKey: Int] = [:]
    private var installations: [DayKey: Set<Int64>] = [:]

    /// The disk space of new rows.
    private(set) var addedBytes = 0
    /// The disk space of rows that were deleted.
    private(set) var deletedBytes = 0

    init(numbers: AppRunGroups) {
        tenant = numbers.tenant
        transaction = numbers.transaction
        cost = numbers.dictionary.cost
        self.numbers = numbers
    }

    /// What the transaction has added by now.
    var growth: GrowthShares.Additions { numbers.growth }

    /// - Returns: for each update whether it says anything new.
    mutating func write(_ runs: [PreparedRun]) throws -> [Bool] {
        let ids = runs.compactMap { run -> AppRun.ID? in if case .run(let id, _) = run.content { id } else { nil } }
        try read(Array(Set(ids)))
        try readFreed()
        let isNew = try runs.map { try add($0) }
        try storeRuns()
        try storeCounts()
        for (key, hashes) in installations {
            let set = InstallationSet(tenant: tenant, day: key.day, group: key.group, transaction: transaction)
            let bytes = try set.add(hashes, cost)
            addedBytes += bytes.added
            deletedBytes += bytes.deleted
        }
        addedBytes += numbers.addedBytes + new.count * cost.bytes(of: .run)
        return isNew
    }

    private mutating func read(_ ids: [AppRun.ID]) throws {
        guard !ids.isEmpty else { return }
        let rows = try transaction.rows(
            "SELECT id, started_at, group_id, outcome FROM app_runs WHERE tenant_id = \(tenant) AND id IN \(list: ids)"
        )
        for row in rows {
            known[try row.get("id")] = Known(
                group: try row.get("group_id"),
                startedAt: try row.get("started_at"),
                outcome: try row.get("outcome")
            )
        }
    }

    private mutating func readFreed() throws {
        let row = try transaction.row(
            "SELECT runs_freed_until, installations_freed_until FROM event_tenants WHERE number = \(tenant)"
        )
        // A mark of a clock that ran ahead ends no counting.
        let latest = numbers.receivedAt + .days(2)
        freed = Freed(
            runsUntil: try row?.find("runs_freed_until", as: Timestamp.self).flatMap { $0 <= latest ? $0 : nil },
            installationsUntil: try row?.find("installations_freed_until", as: Int64.self)
                .flatMap { $0 <= latest.day ? $0 : nil }
        )
    }

    private mutating func add(_ run: PreparedRun) throws -> Bool {
        switch run.content {
        case .counts(let sums):
            // Each group is counted on the days of its installations, which keeps it.
            guard sums.values.contains(where: { $0 > 0 }) else { return true }
            let group = try number(of: run)
            for (outcome, n) in sums where n > 0 { count(outcome, n, at: run.startedAt, group) }
            note(run, group)
        case .run(let id, let outcome):
            if var former = known[id] {
                guard outcome > former.outcome else { return false }
                count(former.outcome, -1, at: former.startedAt, former.group)
                count(outcome, 1, at: former.startedAt, former.group)
                former.outcome = outcome
                known[id] = former
                changed.insert(id)
                return true
            }
            if let until = freed.runsUntil, run.startedAt <= until { return false }
            let group = try number(of: run)
            known[id] = Known(group: group, startedAt: run.startedAt, outcome: outcome)
            new.insert(id)
            count(outcome, 1, at: run.startedAt, group)
            note(run, group)
        }
        return true
    }

    private mutating func count(_ outcome: AppRunOutcome, _ n: Int, at time: Timestamp, _ group: Int) {
        for span in [CountWindow.Span.hour, .day] {
            let start = span.floor(time.milliseconds)
            counts[CountKey(span: span, start: start, group: group, outcome: outcome), default: 0] += n
        }
    }

    private mutating func note(_ run: PreparedRun, _ group: Int) {
        guard let installation = run.installation else { return }
        if let until = freed.installationsUntil, run.startedAt.day <= until { return }
        installations[DayKey(day: run.startedAt.day, group: group), default: []].insert(installation)
    }

    private mutating func number(of run: PreparedRun) throws -> Int {
        if let number = groups[run.group] { return number }
        let number = try numbers.number(of: run.group, for: run.installation)
        groups[run.group] = number
        return number
    }

    private func storeRuns() throws {
        _ = try transaction.insertNew(
            into: "app_runs",
            columns: ["tenant_id", "id", "started_at", "group_id", "outcome"],
            rows: new.compactMap { id in
                known[id].map { run in
                    [
                        .integer(Int64(tenant)), id.sqlValue, run.startedAt.sqlValue, .integer(Int64(run.group)),
                        run.outcome.sqlValue,
                    ]
                }
            }
        )
        for id in changed.subtracting(new) {
            guard let outcome = known[id]?.outcome else { continue }
            try transaction.executeLater(
                "UPDATE app_runs SET outcome = \(outcome) WHERE tenant_id = \(tenant) AND id = \(id)"
            )
        }
    }

    private mutating func storeCounts() throws {
        let key: [StaticString] = ["tenant_id", "span", "start", "group_id", "outcome"]
        let changes = counts.filter { $0.value != 0 }
        // A count falls to 0 when its runs move to others, so a sum does not tell whether its row is new.
        let isNew = try transaction.insertNew(
            into: "app_run_counts",
            columns: key + ["n"],
            rows: changes.keys.map { row($0, 0) }
        )
        for (key, isNew) in zip(changes.keys, isNew) where isNew {
            addedBytes += cost.bytes(of: key.span == .day ? .dayRunCount : .hourRunCount)
        }
        try transaction.add(to: "app_run_counts", key: key, number: "n", rows: changes.map(row))
    }

    private func row(_ key: CountKey, _ n: Int) -> [SQLValue] {
        [
            .integer(Int64(tenant)), .text(key.span.rawValue), .integer(key.start), .integer(Int64(key.group)),
            key.outcome.sqlValue, .integer(Int64(n)),
        ]
    }
}
