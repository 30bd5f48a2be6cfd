import Database
import Domain
import UseCases

/// The events of failures that a query of the query language finds within a period, and the users whom they affected.
struct FailureMatches {
    /// The latest events of a failure in which its users are counted. Those of a query are in no index: each is read.
    private static let eventsWithUsers = 1000

    private let resolved: ResolvedQuery
    /// The events of each failure in each column of the sparkline.
    private let columns: [Int: [Int]]
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
        let tally = EventTally(resolved: resolved, limits: limits)
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
    }

    /// Returns the failures, most events first.
    func top(limit: Int) -> [FailureTallies.Tally] {
        let sums = columns.map { FailureTallies.Tally(failure: $0, count: $1.reduce(0, +)) }
        return Array(sums.sorted { ($0.count, $1.failure) > ($1.count, $0.failure) }.prefix(limit))
    }

    /// Returns the events in each column of the sparkline.
    func columns(of failures: [Int]) -> [Int: [Int]] { columns.filter { failures.contains($0.key) } }

    /// Counts the users of the latest events of each failure that match.
    /// - Returns: in the order of the failures.
    func users(of failures: [Int], _ transaction: any ReadTransaction) throws -> [AffectedUsers] {
        var candidates = EventCandidates(resolved, and: resolved.filters.conditions(RowColumns.has))
        let lists = try transaction.rows(
            of: failures.map { failure in
                """
                SELECT \(sql: candidates.columns), e.user_id AS user_number, e.installation_id AS installation_number
                FROM events e WHERE e.tenant_id = \(resolved.tenant) AND e.failure_id = \(failure)
                    AND e.occurred_at >= \(resolved.filters.from) AND e.occurred_at < \(resolved.filters.to)
                ORDER BY e.occurred_at DESC, e.seq DESC LIMIT \(Self.eventsWithUsers + 1)
                """
            }
        )
        let met = try lists.map { rows in
            try subjects(Array(rows.prefix(Self.eventsWithUsers)), &candidates, transaction)
        }
        let counter = AffectedUserCounter(tenant: resolved.tenant, from: resolved.filters.from, release: nil)
        let incomplete = try counter.incomplete(failures, transaction)
        let stillOut = try usersStillOut(zip(failures, met).map { ($0, $1) }, transaction)
        return failures.indices.map { place in
            AffectedUsers(
                affected: met[place].count,
                stillOut: met[place].intersection(stillOut[place]).count,
                isComplete: lists[place].count <= Self.eventsWithUsers && !incomplete.contains(failures[place])
            )
        }
    }

    /// A user, or an installation without one: a client may call both by the same id.
    private struct Subject: Hashable {
        let number: Int
        let isInstallation: Bool
    }

    private func subjects(
        _ rows: [Row],
        _ candidates: inout EventCandidates,
        _ transaction: any ReadTransaction
    ) throws -> Set<Subject> {
        let matches = Set(try candidates.matches(rows, transaction).map(\.place))
        var subjects: Set<Subject> = []
        for row in rows {
            let place = EventPlace(occurredAt: try row.get("occurred_at"), seq: try row.get("seq"))
            guard matches.contains(place) else { continue }
            if let user: Int = try row.find("user_number") {
                subjects.insert(Subject(number: user, isInstallation: false))
            } else if let installation: Int = try row.find("installation_number") {
                subjects.insert(Subject(number: installation, isInstallation: true))
            }
        }
        return subjects
    }

    private func usersStillOut(
        _ wanted: [(failure: Int, subjects: Set<Subject>)],
        _ transaction: any ReadTransaction
    ) throws -> [Set<Subject>] {
        try transaction.rows(
            of: wanted.map { failure, subjects in
                """
                SELECT u.subject_id AS subject_id, u.is_installation AS is_installation FROM failure_users u
                WHERE u.tenant_id = \(resolved.tenant) AND u.failure_id = \(failure) AND u.is_out = 1 AND u.is_latest = 1
                    AND u.subject_id IN \(paddedList: Set(subjects.map(\.number)).sorted())
                """
            }
        ).map { rows in
            Set(
                try rows.map { row in
                    let isInstallation = try row.get("is_installation", as: Int.self) == 1
                    return Subject(number: try row.get("subject_id"), isInstallation: isInstallation)
                }
            )
        }
    }
}
