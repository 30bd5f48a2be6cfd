import Database
import Domain
import UseCases

/// The events of failures that a query of the query language finds within a period, and the users whom they affected.
struct FailureMatches {
    /// The latest events of a failure in which its users are counted. Those of a query are in no index: each is read.
    private static let eventsWithUsers = 1000

    private let start = ContinuousClock.now
    private let limits: EventWalk.Limits
    private let resolved: ResolvedQuery
    /// The events of each failure in each column of the sparkline.
    private let columns: [Int: [Int]]
    /// The first time of which all events were seen.
    private let from: Timestamp
    /// False when the search stopped before it had seen all events: the latest are counted then.
    let isComplete: Bool

    init(
        _ query: FailureQuery,
        now: Timestamp,
        of tenant: Int,
        _ shapes: ShapeCache,
        limits: EventWalk.Limits,
        _ transaction: any ReadTransaction
    ) throws {
        self.limits = limits
        let period = query.period
        let starts = period.starts(at: now)
        var events = EventQuery(from: starts[0], to: now + .milliseconds(1))
        events[.code] = query.code
        events[.appVersion] = query.release
        events.condition = query.condition
        resolved = try ResolvedQuery(
            events,
            of: tenant,
            now: now,
            kept: CountRetention(now: now),
            shapes,
            scope: .ofFailures,
            transaction
        )
        // A third of the time is left for the users.
        var searching = limits
        searching.time = limits.time * 2 / 3
        let tally = EventTally(resolved: resolved, limits: searching)
        let width = period.columnWidth.wholeMilliseconds
        let found = try tally.counted(dividedInto: width, transaction)
        var failures: [Int: Int] = [:]
        try tally.forEach(found.shapes, transaction) { failures[$0] = $1.failure }
        var columns: [Int: [Int]] = [:]
        for (part, count) in found.parts {
            let place = Int((part.start - starts[0].milliseconds) / width)
            guard let failure = failures[part.shape], starts.indices.contains(place) else { continue }
            columns[failure, default: [Int](repeating: 0, count: starts.count)][place] += count
        }
        self.columns = columns
        isComplete = found.isComplete
        from = found.stop.map { Timestamp(milliseconds: $0.occurredAt) } ?? resolved.filters.from
    }

    /// Returns the failures, most events first.
    func top(limit: Int) -> [FailureTallies.Tally] {
        let sums = columns.map { FailureTallies.Tally(failure: $0, count: $1.reduce(0, +)) }
        return Array(sums.sorted { ($0.count, $1.failure) > ($1.count, $0.failure) }.prefix(limit))
    }

    /// Returns the events in each column of the sparkline.
    func columns(of failures: [Int]) -> [Int: [Int]] { columns.filter { failures.contains($0.key) } }

    /// Counts the users of the latest events of each failure that match. Failures that are not reached in time have none.
    /// - Returns: in the order of the failures.
    func users(of failures: [Int], _ transaction: any ReadTransaction) throws -> [AffectedUsers] {
        let counter = AffectedUserCounter(tenant: resolved.tenant, from: resolved.filters.from, release: nil)
        let incomplete = try counter.incomplete(failures, transaction)
        var candidates = EventCandidates(resolved, and: resolved.filters.conditions(RowColumns.has))
        return try failures.map { failure in
            guard ContinuousClock.now - start < limits.time else {
                return AffectedUsers(affected: 0, stillOut: 0, isComplete: false)
            }
            let met = try users(of: failure, &candidates, transaction)
            let counted = columns[failure]?.reduce(0, +) ?? 0
            return AffectedUsers(
                affected: met.users.count,
                stillOut: try usersStillOut(of: failure, among: met.users, transaction),
                // Some events were only counted, or are deleted.
                isComplete: isComplete && met.events == counted && !incomplete.contains(failure)
            )
        }
    }

    /// Returns the users of the latest events that match, by their numbers: an installation stands for a user who is not
    /// known.
    private func users(
        of failure: Int,
        _ candidates: inout EventCandidates,
        _ transaction: any ReadTransaction
    ) throws -> (users: Set<Int>, events: Int) {
        let rows = try transaction.rows(
            """
            SELECT \(sql: candidates.columns), coalesce(e.user_id, e.installation_id) AS user_number FROM events e
            WHERE e.tenant_id = \(resolved.tenant) AND e.failure_id = \(failure)
                AND e.occurred_at >= \(from) AND e.occurred_at < \(resolved.filters.to)
            ORDER BY e.occurred_at DESC LIMIT \(Self.eventsWithUsers)
            """
        )
        let matches = Set(try candidates.matches(rows, transaction).map(\.place))
        var users: Set<Int> = []
        for row in rows {
            let place = EventPlace(occurredAt: try row.get("occurred_at"), seq: try row.get("seq"))
            if matches.contains(place), let user: Int = try row.find("user_number") { users.insert(user) }
        }
        return (users, matches.count)
    }

    private func usersStillOut(of failure: Int, among users: Set<Int>, _ transaction: any ReadTransaction) throws -> Int
    {
        guard !users.isEmpty else { return 0 }
        return try transaction.value(
            """
            SELECT count(*) AS n FROM failure_users u
            WHERE u.tenant_id = \(resolved.tenant) AND u.failure_id = \(failure) AND u.is_out = 1 AND u.is_latest = 1
                AND u.subject_id IN \(paddedList: users.sorted())
            """
        ) ?? 0
    }
}
