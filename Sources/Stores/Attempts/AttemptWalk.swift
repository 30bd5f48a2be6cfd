import Database
import Domain
import Foundation
import UseCases

/// Finds the attempts of a list, by searching for their events.
///
/// An attempt is listed at its latest event that matches, so that it is on one page only.
struct AttemptWalk {
    /// What one page costs.
    struct Limits: Sendable {
        /// The rows that are read one by one, and the time.
        var search = EventWalk.Limits()
        /// The events that are searched for first: they often fill the page.
        var firstEvents = 200
        /// The events that one page walks through. A page that ends with them has fewer attempts, and a next page.
        var events = 1000
    }

    /// The later events of an attempt that are looked at for one that matches too. A real attempt has a dozen; one to which
    /// a client adds events without end is listed where its next events do not match.
    static let laterEvents = 500
    /// Those that are looked at first, and the rows of them that are read at once: an event can have 200 KiB.
    private static let nextEvents = 20
    private static let rowsAtOnce = 1000

    /// An attempt with its place.
    struct Found {
        let attempt: TraceID
        let place: EventPlace
    }

    let filter: AttemptFilter
    let now: Timestamp
    let tenant: Int
    let shapes: ShapeCache
    let limits: Limits

    /// What a page has walked through so far.
    private struct Walk {
        let start = ContinuousClock.now
        let request: PageRequest
        /// The attempts that are listed, by their numbers.
        var found: [EventSearch.OfAttempt] = []
        /// Those that were met, listed or not.
        var met: Set<Int> = []
        var walked = 0
        /// The place to go on from, when the page ends before it is full.
        var stop: EventPlace?
        /// Whether it stopped because of its cost.
        var isPartial = false

        var isBackward: Bool { request.cursor?.direction == .backward }
        var isFull: Bool { found.count > request.limit }
    }

    func page(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> Page<Found> {
        var walk = Walk(request: request)
        if let resolved = try resolved(transaction) { try take(resolved, &walk, transaction) }
        let page = try FoundPage(items: walk.found, stop: walk.stop).page(request, place: \.place)
        let ids = try ids(of: page.items.map(\.attempt), transaction)
        return Page(
            items: page.items.compactMap { item in
                ids[item.attempt].map { Found(attempt: $0, place: item.place) }
            },
            next: page.next,
            previous: page.previous,
            isPartial: walk.isPartial
        )
    }

    private func take(_ resolved: ResolvedQuery, _ walk: inout Walk, _ transaction: any ReadTransaction) throws {
        var candidates = EventCandidates(resolved, and: resolved.filters.conditions(RowColumns.has))
        var part = PageRequest(limit: limits.firstEvents, cursor: walk.request.cursor)
        var left = limits.search
        while true {
            let (found, read) = try EventSearch(resolved: resolved, limits: left).ofAttempts(part, transaction)
            for events in Self.latest(found.items, walk).parts(of: Self.rowsAtOnce / Self.nextEvents) {
                // The first part is taken for each answer, however late, so that each page gets further.
                guard walk.met.isEmpty || isInTime(walk) else {
                    walk.isPartial = true
                    return
                }
                try list(Array(events), resolved, &candidates, &walk, transaction)
                if walk.isFull { return }
            }
            walk.walked += found.items.count
            walk.stop = found.stop ?? found.items.last?.place
            if found.stop != nil {
                walk.isPartial = true
                return
            }
            guard found.items.count > part.limit, let last = walk.stop else {
                walk.stop = nil
                return
            }
            guard walk.walked < limits.events else { return }
            left.rows -= read
            left.time = limits.search.time - (ContinuousClock.now - walk.start)
            guard left.rows > 0, left.time > .zero else {
                walk.isPartial = true
                return
            }
            part = PageRequest(
                limit: limits.events - walk.walked,
                cursor: last.cursor(walk.isBackward ? .backward : .forward)
            )
        }
    }

    private func isInTime(_ walk: Walk) -> Bool { ContinuousClock.now - walk.start < limits.search.time }

    /// The latest event of each attempt that was not met before, in the order of the search.
    private static func latest(_ events: [EventSearch.OfAttempt], _ walk: Walk) -> [EventSearch.OfAttempt] {
        var seen = walk.isBackward ? Set(walk.found.map(\.attempt)) : walk.met
        let latestFirst = walk.isBackward ? events.reversed() : events
        let latest = latestFirst.filter { seen.insert($0.attempt).inserted }
        return walk.isBackward ? latest.reversed() : latest
    }

    /// Adds the attempts whose latest events these are.
    private func list(
        _ events: [EventSearch.OfAttempt],
        _ resolved: ResolvedQuery,
        _ candidates: inout EventCandidates,
        _ walk: inout Walk,
        _ transaction: any ReadTransaction
    ) throws {
        let matchingLater = try attemptsMatchingLater(events, walk, resolved, &candidates, transaction)
        let unmatched = events.filter { !matchingLater.contains($0.attempt) }
        let neverArrived = try attemptsThatMayBeMeant(unmatched, transaction)
        walk.met.formUnion(events.map(\.attempt))
        walk.found += unmatched.filter { neverArrived?.contains($0.attempt) ?? true }
        walk.stop = events.last?.place
    }

    /// The attempts with a later event that matches: they are on a page before.
    private func attemptsMatchingLater(
        _ events: [EventSearch.OfAttempt],
        _ walk: Walk,
        _ resolved: ResolvedQuery,
        _ candidates: inout EventCandidates,
        _ transaction: any ReadTransaction
    ) throws -> Set<Int> {
        // From the latest event on, the first one of an attempt is its latest.
        guard walk.request.cursor != nil else { return [] }
        var matching: Set<Int> = []
        var open = events
        for limit in [Self.nextEvents, Self.laterEvents] {
            var undecided: [EventSearch.OfAttempt] = []
            for part in open.parts(of: max(1, Self.rowsAtOnce / limit)) {
                // Without the time for more, an attempt is listed like one with more events.
                guard limit == Self.nextEvents || isInTime(walk) else { return matching }
                let later = try transaction.rows(
                    of: part.map { Self.later(than: $0, resolved, columns: candidates.columns, limit: limit) }
                )
                for (event, rows) in zip(part, later) {
                    if try !candidates.matches(Self.ofFailure(resolved, rows), transaction).isEmpty {
                        matching.insert(event.attempt)
                    } else if rows.count == limit {
                        undecided.append(event)
                    }
                }
            }
            open = undecided
        }
        return matching
    }

    private static func later(
        than event: EventSearch.OfAttempt,
        _ resolved: ResolvedQuery,
        columns: SQL,
        limit: Int
    ) -> SQL {
        let statement: SQL = """
            SELECT \(sql: columns), e.failure_id AS failure_id FROM events e
            WHERE e.tenant_id = \(resolved.tenant) AND e.attempt_id = \(event.attempt)
                AND e.occurred_at >= \(event.place.occurredAt) AND e.occurred_at < \(resolved.filters.to)
                AND (e.occurred_at, e.seq) > (\(event.place.occurredAt), \(event.place.seq))
            LIMIT \(limit)
            """
        return statement.keepingPlan()
    }

    private static func ofFailure(_ resolved: ResolvedQuery, _ rows: [Row]) throws -> [Row] {
        guard case .ofAttempts(let failure?) = resolved.scope else { return rows }
        return try rows.filter { try $0.find("failure_id") == failure }
    }

    /// The attempts that did not arrive, and that have an event which may say why.
    /// - Returns: nil when this is not asked.
    private func attemptsThatMayBeMeant(
        _ events: [EventSearch.OfAttempt],
        _ transaction: any ReadTransaction
    ) throws -> Set<Int>? {
        guard !filter.neverArrived.isEmpty else { return nil }
        let lists: [[Int]] = try transaction.rows(
            of: events.map { event in
                let statement: SQL = """
                    SELECT e.shape_id AS shape_id FROM events e
                    WHERE e.tenant_id = \(tenant) AND e.attempt_id = \(event.attempt) LIMIT \(Self.laterEvents)
                    """
                return statement.keepingPlan()
            }
        ).map { try $0.map { try $0.get("shape_id") } }
        let reasons = NeverArrived.condition(filter.neverArrived)
        var (answers, ofReasons): (Set<Int>, Set<Int>) = ([], [])
        try shapes.forEach(Set(lists.joined()), of: tenant, transaction) { id, shape in
            if NeverArrived.answer.matches(shape: { shape[$0] }) { answers.insert(id) }
            if reasons.matches(shape: { shape[$0] }) { ofReasons.insert(id) }
        }
        let meant = zip(events, lists).filter { _, shapes in
            answers.isDisjoint(with: shapes) && !ofReasons.isDisjoint(with: shapes)
        }
        return Set(meant.map(\.0.attempt))
    }

    private func ids(of attempts: [Int], _ transaction: any ReadTransaction) throws -> [Int: TraceID] {
        guard !attempts.isEmpty else { return [:] }
        let rows = try transaction.rows(
            "SELECT x.id AS id, x.value AS value FROM subjects x WHERE x.tenant_id = \(tenant) AND x.id IN \(paddedList: attempts)"
        )
        var ids: [Int: TraceID] = [:]
        for row in rows { ids[try row.get("id")] = TraceID(bytes: Array(try row.get("value", as: Data.self))) }
        return ids
    }

    // MARK: The events that are searched for

    /// - Returns: nil when there are none.
    private func resolved(_ transaction: any ReadTransaction) throws -> ResolvedQuery? {
        guard let first = try time("ASC", transaction), let last = try time("DESC", transaction) else { return nil }
        var query = EventQuery(from: first, to: last + .milliseconds(1))
        query[.user] = filter.user
        query[.session] = filter.session
        query[.installation] = filter.installation
        query[.appVersion] = filter.release
        query.condition = .all(of: [reasons, filter.condition])
        var failure: Int?
        if let id = filter.failure {
            failure = try transaction.value(
                "SELECT f.id AS id FROM failures f WHERE f.tenant_id = \(tenant) AND f.fingerprint = \(id)"
            )
            guard failure != nil else { return nil }
        }
        return try ResolvedQuery(
            query,
            of: tenant,
            now: now,
            kept: CountRetention(now: now),
            shapes,
            scope: .ofAttempts(failure: failure),
            transaction
        )
    }

    private func time(_ order: SQL, _ transaction: any ReadTransaction) throws -> Timestamp? {
        try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at \(sql: order) LIMIT 1"
        )
    }

    /// The events that may say why an attempt never arrived. One event tells this, and what else is asked another: attempts
    /// are found by the latter then, unless it is only the time.
    private var reasons: EventCondition {
        let isFoundByOthers =
            filter.failure != nil || filter.user != nil || filter.session != nil || filter.installation != nil
            || !filter.condition.fields.subtracting([.time]).isEmpty
        return isFoundByOthers || filter.neverArrived.isEmpty
            ? .everything : NeverArrived.condition(filter.neverArrived)
    }
}
