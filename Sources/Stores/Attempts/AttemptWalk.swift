import Database
import Domain
import Foundation
import UseCases

/// Finds the attempts of a list, by searching for their events.
///
/// An attempt is listed at its latest event that matches, so that it is on one page only.
struct AttemptWalk {
    /// The events that one page walks through. A page that ends with them has fewer attempts, and a next page.
    static let walkedEvents = 1000
    /// The events that are searched for at once.
    private static let eventsAtOnce = 200
    /// The later events of an attempt that are looked at for one that matches too. A real attempt has a dozen; one to which
    /// a client adds events without end is listed where its next events do not match.
    static let laterEvents = 500

    /// An attempt with its place.
    struct Found {
        let attempt: TraceID
        let place: EventPlace
    }

    let filter: AttemptFilter
    let now: Timestamp
    let tenant: Int
    let shapes: ShapeCache
    let limits: EventWalk.Limits

    /// What a page has walked through so far.
    private struct Walk {
        let request: PageRequest
        /// The attempts that are listed, by their numbers.
        var found: [EventSearch.OfAttempt] = []
        /// Those that were met, listed or not.
        var met: Set<Int> = []
        var walked = 0
        /// The place to go on from, when the page ends before it is full.
        var stop: EventPlace?
        /// Whether the search itself stopped, because it read enough.
        var isPartial = false

        var isBackward: Bool { request.cursor?.direction == .backward }
        var isFull: Bool { found.count > request.limit }
    }

    func page(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> Page<Found> {
        var walk = Walk(request: request)
        if let search = try search(transaction) { try take(search, &walk, transaction) }
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

    private func take(_ search: EventSearch, _ walk: inout Walk, _ transaction: any ReadTransaction) throws {
        var candidates = EventCandidates(search.resolved, and: search.resolved.filters.conditions(RowColumns.has))
        var part = PageRequest(limit: Self.eventsAtOnce, cursor: walk.request.cursor)
        while true {
            let found = try search.ofAttempts(part, transaction)
            let new = Self.latest(found.items, walk)
            let matchingLater = try attemptsMatchingLater(new, walk, search.resolved, &candidates, transaction)
            let unmatched = new.filter { !matchingLater.contains($0.attempt) }
            let arrived = try attemptsThatArrived(unmatched, transaction)
            walk.met.formUnion(new.map(\.attempt))
            walk.found += unmatched.filter { !arrived.contains($0.attempt) }
            walk.walked += found.items.count
            if walk.isFull { return }
            if let stop = found.stop {
                (walk.stop, walk.isPartial) = (stop, true)
                return
            }
            guard found.items.count > part.limit, let last = found.items.last else { return }
            guard walk.walked < Self.walkedEvents else {
                walk.stop = last.place
                return
            }
            part = PageRequest(limit: part.limit, cursor: last.place.cursor(walk.isBackward ? .backward : .forward))
        }
    }

    /// The latest event of each attempt that was not met before, in the order of the search.
    private static func latest(_ events: [EventSearch.OfAttempt], _ walk: Walk) -> [EventSearch.OfAttempt] {
        var seen = walk.isBackward ? Set(walk.found.map(\.attempt)) : walk.met
        let latestFirst = walk.isBackward ? events.reversed() : events
        let latest = latestFirst.filter { seen.insert($0.attempt).inserted }
        return walk.isBackward ? latest.reversed() : latest
    }

    /// The attempts with a later event that matches: they are on a page before.
    private func attemptsMatchingLater(
        _ events: [EventSearch.OfAttempt],
        _ walk: Walk,
        _ resolved: ResolvedQuery,
        _ candidates: inout EventCandidates,
        _ transaction: any ReadTransaction
    ) throws -> Set<Int> {
        // Whoever begins with the latest event meets it first.
        guard walk.request.cursor != nil else { return [] }
        let later = try transaction.rows(
            of: events.map { event in
                """
                SELECT \(sql: candidates.columns), e.failure_id AS failure_id FROM events e
                WHERE e.tenant_id = \(tenant) AND e.attempt_id = \(event.attempt)
                    AND e.occurred_at >= \(event.place.occurredAt) AND e.occurred_at < \(resolved.filters.to)
                    AND (e.occurred_at, e.seq) > (\(event.place.occurredAt), \(event.place.seq))
                LIMIT \(Self.laterEvents)
                """
            }
        )
        var found: Set<Int> = []
        for (event, rows) in zip(events, later) {
            let ofFailure = try resolved.failure.map { failure in
                try rows.filter { try $0.find("failure_id") == failure }
            }
            if try !candidates.matches(ofFailure ?? rows, transaction).isEmpty { found.insert(event.attempt) }
        }
        return found
    }

    /// The attempts that arrived, where that rules them out.
    private func attemptsThatArrived(
        _ events: [EventSearch.OfAttempt],
        _ transaction: any ReadTransaction
    ) throws -> Set<Int> {
        guard !filter.neverArrived.isEmpty else { return [] }
        let lists: [[Int]] = try transaction.rows(
            of: events.map { event in
                """
                SELECT e.shape_id AS shape_id FROM events e
                WHERE e.tenant_id = \(tenant) AND e.attempt_id = \(event.attempt) LIMIT \(Self.laterEvents)
                """
            }
        ).map { try $0.map { try $0.get("shape_id") } }
        var answers: Set<Int> = []
        try shapes.forEach(Set(lists.joined()), of: tenant, transaction) { id, shape in
            if NeverArrived.answer.matches(shape: { shape[$0] }) { answers.insert(id) }
        }
        return Set(zip(events, lists).filter { !answers.isDisjoint(with: $1) }.map(\.0.attempt))
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
    private func search(_ transaction: any ReadTransaction) throws -> EventSearch? {
        guard let first = try time("ASC", transaction), let last = try time("DESC", transaction) else { return nil }
        var query = EventQuery(from: first, to: last + .milliseconds(1))
        query[.user] = filter.user
        query[.session] = filter.session
        query[.installation] = filter.installation
        query[.appVersion] = filter.release
        query.condition = .all(of: [reasons, filter.condition])
        var resolved = try ResolvedQuery(
            query,
            of: tenant,
            now: now,
            kept: CountRetention(now: now),
            shapes,
            transaction
        )
        resolved.isAboutAttempts = true
        if let failure = filter.failure {
            let number: Int? = try transaction.value(
                "SELECT f.id AS id FROM failures f WHERE f.tenant_id = \(tenant) AND f.fingerprint = \(failure)"
            )
            guard let number else { return nil }
            resolved.failure = number
        }
        return EventSearch(resolved: resolved, limits: limits)
    }

    private func time(_ order: SQL, _ transaction: any ReadTransaction) throws -> Timestamp? {
        try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at \(sql: order) LIMIT 1"
        )
    }

    /// Why an attempt never arrived, one event tells, and what else is asked another: they are found by the latter then.
    private var reasons: EventCondition {
        let isFoundByOthers =
            filter.failure != nil || filter.user != nil || filter.session != nil || filter.installation != nil
            || filter.condition != .everything
        guard !isFoundByOthers, !filter.neverArrived.isEmpty else { return .everything }
        return .any(of: filter.neverArrived.sorted { $0.rawValue < $1.rawValue }.map(\.condition))
    }
}
