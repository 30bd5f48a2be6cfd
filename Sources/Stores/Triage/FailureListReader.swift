import Database
import Domain
import UseCases

/// Reads a page of failures.
///
/// Counts choose the failures, so the order by users is exact among those with most events only: a failure affects no
/// more users than it has events. With a query of the query language its events are counted: see `FailureMatches`.
struct FailureListReader {
    /// The failures of a period that are listed, those with most events.
    static let listed = 1000
    /// The failures without events in the period that are listed beside them, because a member has decided about them.
    static let decided = 1000
    /// The failures of which users are counted to order them.
    static let ordered = 200
    /// Puts the other failures behind these, in the order of their events.
    private static let behind: Int64 = 1 << 62

    private struct Candidate {
        let row: FailureRow
        let count: Int
        var value: Int64 = 0
    }

    let query: FailureQuery
    let now: Timestamp
    let tenant: Int
    let shapes: ShapeCache
    /// The cost of a query of the query language.
    let limits: EventWalk.Limits

    private var tallies: FailureTallies {
        FailureTallies(period: query.period, now: now, tenant: tenant, shapes: shapes, release: query.release)
    }

    private var counter: AffectedUserCounter {
        AffectedUserCounter(tenant: tenant, from: tallies.from, release: query.release)
    }

    func list(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> FailureListing {
        let matches = try matches(transaction)
        let tallied =
            try matches?.top(limit: Self.listed + 1)
            ?? tallies.top(code: query.code, limit: Self.listed + 1, transaction)
        let all = try candidates(Array(tallied.prefix(Self.listed)), transaction)
        var stateless = query
        stateless.states = nil
        let counts = Dictionary(
            grouping: all.filter { stateless.matches($0.row.triage) },
            by: \.row.triage.state.name
        ).mapValues(\.count)
        let ordered = try ordered(all.filter { query.matches($0.row.triage) }, transaction)
        let page = Keyset.page(try Self.found(ordered, request), request) {
            (String($0.value), withUnsafeBytes(of: Int64($0.row.number).bigEndian) { Array($0) })
        }
        let summaries = try summaries(page.items, matches, transaction)
        return FailureListing(
            page: Page(
                items: summaries,
                next: page.next,
                previous: page.previous,
                isPartial: matches?.isComplete == false
            ),
            counts: counts,
            isComplete: tallied.count <= Self.listed
        )
    }

    /// What a query of the query language finds; nil without one.
    private func matches(_ transaction: any ReadTransaction) throws -> FailureMatches? {
        guard query.condition != .everything else { return nil }
        return try FailureMatches(query, now: now, of: tenant, shapes, limits: limits, transaction)
    }

    private func candidates(
        _ tallied: [FailureTallies.Tally],
        _ transaction: any ReadTransaction
    ) throws -> [Candidate] {
        var counts = Dictionary(tallied.map { ($0.failure, $0.count) }) { first, _ in first }
        if query.release == nil, query.condition == .everything {
            let decided = try transaction.rows(
                """
                SELECT t.failure_id AS failure_id FROM failure_triage t
                WHERE t.tenant_id = \(tenant) AND t.state IN ('resolved', 'regressed', 'archived', 'expected')
                ORDER BY t.since DESC LIMIT \(Self.decided)
                """
            )
            for row in decided { counts[try row.get("failure_id"), default: 0] += 0 }
        }
        return try FailureRow.find(numbers: counts.keys.sorted(), code: query.code, of: tenant, transaction)
            .map { Candidate(row: $0, count: counts[$0.number] ?? 0) }
    }

    private func ordered(_ candidates: [Candidate], _ transaction: any ReadTransaction) throws -> [Candidate] {
        var found = candidates.sorted { ($0.count, $0.row.number) > ($1.count, $1.row.number) }
        switch query.order {
        case .count:
            for place in found.indices { found[place].value = Int64(found[place].count) }
        case .users:
            let first = found.prefix(Self.ordered)
            let users = try counter.users(of: first.map(\.row.number), .order, transaction)
            for (place, users) in zip(first.indices, users) { found[place].value = Int64(users.affected) }
            for place in found.indices.dropFirst(first.count) {
                found[place].value = Int64(found[place].count) - Self.behind
            }
        case .lastSeen:
            let seen = try FailureSeen.last(of: found.map(\.row.number), since: tallies.from, in: tenant, transaction)
            for (place, seen) in zip(found.indices, seen) { found[place].value = seen?.milliseconds ?? 0 }
        }
        return found.sorted { ($0.value, $0.row.number) > ($1.value, $1.row.number) }
    }

    /// Returns up to `limit + 1` items after the cursor; before it, nearest first.
    private static func found(_ ordered: [Candidate], _ request: PageRequest) throws -> [Candidate] {
        guard let cursor = request.cursor else { return Array(ordered.prefix(request.limit + 1)) }
        let place = (try cursor.number(), Int(try cursor.sequence()))
        switch cursor.direction {
        case .forward:
            return Array(ordered.lazy.filter { ($0.value, $0.row.number) < place }.prefix(request.limit + 1))
        case .backward:
            return Array(ordered.reversed().lazy.filter { ($0.value, $0.row.number) > place }.prefix(request.limit + 1))
        }
    }

    private func summaries(
        _ found: [Candidate],
        _ matches: FailureMatches?,
        _ transaction: any ReadTransaction
    ) throws -> [FailureSummary] {
        let numbers = found.map(\.row.number)
        let columns = try matches?.columns(of: numbers) ?? tallies.columns(of: numbers, transaction)
        let users = try matches?.users(of: numbers, transaction) ?? counter.users(of: numbers, .list, transaction)
        let seen = try FailureSeen.of(numbers, in: tenant, transaction)
        return found.enumerated().map { place, candidate in
            FailureSummary(
                candidate.row,
                seen: seen[place],
                users: users[place],
                columns: columns[candidate.row.number] ?? [Int](repeating: 0, count: query.period.columns)
            )
        }
    }
}
