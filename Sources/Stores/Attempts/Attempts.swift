import Database
import Domain
import Foundation
import UseCases

/// Finds the events of attempts by the indexes of `events`; no statement walks all events of a tenant.
struct Attempts: AttemptStore {
    /// The events of one attempt that are read. A real one has a dozen.
    static let eventsOfAttempt = 500
    /// The events of one attempt that are counted at most.
    static let countedEvents = 10_000
    /// The latest events of each attempt in a list.
    static let eventsInList = 50
    /// The latest events of a tenant in which steps that succeeded are sought, and how old they may be.
    static let sampledEvents = 5000
    static let sampledSpan = Duration.days(1)

    /// When events that name a request may have happened: before its time by a wrong clock, and after it.
    static let beforeRequest = Duration.minutes(1)
    static let afterRequest = Duration.minutes(2)
    /// The events that are read for one request: the nearest ones before its time, and after it.
    static let readBeforeRequest = 5000
    /// The events of one account that are read for its guesses: a client can name any user.
    static let readForGuesses = 20_000
    static let readAfterRequest = 20_000

    let access: StoreAccess
    let shapes: ShapeCache
    let now: @Sendable () -> Timestamp
    /// The cost of a list.
    var limits = AttemptWalk.Limits()

    func events(of attempt: TraceID, in tenant: Tenant.ID) async throws(DomainError) -> AttemptEvents {
        try await access.read(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { throw DomainError.notFound(.attempt) }
            let rows = AttemptRows(tenant: number)
            let limit = Self.eventsOfAttempt
            let first = try transaction.rows(rows.ofAttempt(attempt, limit: limit + 1))
            guard !first.isEmpty else { throw DomainError.notFound(.attempt) }
            let reader = EventReader(tenant: number, shapes: shapes)
            guard first.count > limit else { return AttemptEvents(attempt, try reader.events(first, transaction)) }
            let last = try transaction.rows(rows.ofAttempt(attempt, isLatestFirst: true, limit: limit / 2)).reversed()
            let count: Int =
                try transaction.value(rows.countOfAttempt(attempt, limit: Self.countedEvents + 1)) ?? first.count
            return AttemptEvents(
                attempt,
                try reader.events(Array(first.prefix(limit / 2)) + last, transaction),
                leftOut: LeftOutEvents(
                    count: min(count, Self.countedEvents) - limit,
                    isAtLeast: count > Self.countedEvents,
                    after: limit / 2 - 1
                )
            )
        }
    }

    func attempts(
        _ reference: AttemptReference,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReferencedAttempt] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let searches = reference.prefixes.map { AttemptRows(tenant: number).withPrefix($0, limit: limit) }
            let found = try transaction.rows(of: searches).joined().compactMap { row -> ReferencedAttempt? in
                guard let attempt = TraceID(bytes: Array(try row.get("value", as: Data.self))) else { return nil }
                return ReferencedAttempt(attempt: attempt, latest: try row.get("latest"))
            }
            return Array(found.sorted { $0.latest > $1.latest }.prefix(limit))
        }
    }

    func failure(of event: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> FailureKey.ID? {
        try await access.read(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return nil }
            return try transaction.value(
                """
                SELECT f.fingerprint AS fingerprint FROM events e CROSS JOIN failures f
                WHERE e.tenant_id = \(number) AND e.occurred_at = \(event.occurredAt) AND e.id = \(event.id)
                    AND f.tenant_id = \(number) AND f.id = e.failure_id
                """
            )
        }
    }

    func candidates(
        for anchor: AttemptAnchor,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        let values: [(EventDimension, [String])] = [
            (.session, anchor.sessions), (.installation, anchor.installations), (.user, anchor.users),
        ]
        return try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let rows = AttemptRows(tenant: number)
            let searches = values.flatMap { (dimension, texts) -> [SQL] in
                texts.map { rows.beside(anchor, with: $0, of: dimension, limit: limit) }
            }
            return try distinct(searches, number, transaction)
        }
    }

    func events(ofRequests ids: [UUID], limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [StoredEvent] {
        guard !ids.isEmpty else { return [] }
        return try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let rows = AttemptRows(tenant: number)
            let searches = ids.prefix(AttemptAnchor.maximumValues).flatMap { rows.ofRequest($0, limit: limit) }
            // An id may be somewhere else in an event.
            return try distinct(searches, number, transaction).filter { event in
                event.content.requestID.flatMap { UUID(hyphenated: $0) }.map(ids.contains) == true
            }
        }
    }

    func guesses(
        _ searches: [GuessSearch],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let rows = AttemptRows(tenant: number)
            return try distinct(searches.map { rows.guesses($0, limit: limit) }, number, transaction)
        }
    }

    func events(
        of filter: AttemptFilter,
        before cutoff: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        let values: [(EventDimension, String?)] = [(.installation, filter.installation), (.user, filter.user)]
        return try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let rows = AttemptRows(tenant: number)
            let searches = values.compactMap { dimension, text in
                text.map { rows.before(cutoff, with: $0, of: dimension, limit: limit) }
            }
            let found = try distinct(searches, number, transaction)
            return found.sorted { $0.content.occurredAt > $1.content.occurredAt }
        }
    }

    func samples(before cutoff: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> [UsualDurations.Sample] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let latest = AttemptRows(tenant: number)
                .durations(from: cutoff - Self.sampledSpan, to: cutoff, limit: Self.sampledEvents)
            var durations: [Int: [Duration]] = [:]
            try transaction.forEachSum(of: latest) { shape, milliseconds, count in
                durations[Int(shape), default: []] += repeatElement(.milliseconds(milliseconds), count: Int(count))
            }
            var samples: [UsualDurations.Sample] = []
            try shapes.forEach(durations.keys, of: number, transaction) { id, shape in
                guard shape.has(Outcome.success.rawValue, in: .outcome), let durations = durations[id] else { return }
                samples.append(
                    UsualDurations.Sample(
                        source: try shape.value(of: .source),
                        stage: try shape.value(of: .stage),
                        name: shape[.name],
                        durations: durations
                    )
                )
            }
            return samples
        }
    }

    func page(
        _ filter: AttemptFilter,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AttemptEvents> {
        try await access.readList(tenant) { [now, limits] transaction in
            // A cursor of another list is invalid even for an empty list.
            if let cursor = request.cursor { _ = try EventPlace(cursor) }
            guard let number = try Self.number(of: tenant, transaction) else { return Page(items: [], next: nil) }
            let walk = AttemptWalk(filter: filter, now: now(), tenant: number, shapes: shapes, limits: limits)
            let page = try walk.page(request, transaction)
            let rows = AttemptRows(tenant: number)
            let limit = Self.eventsInList
            guard !page.items.isEmpty else { return page.map { AttemptEvents($0.attempt, []) } }
            let found = try transaction.rows(of: page.items.map { rows.latestOfAttempt($0.attempt, limit: limit + 1) })
            let events = try EventReader(tenant: number, shapes: shapes)
                .events(ofEach: found.map { $0.prefix(limit).reversed() }, transaction)
            let items = page.items.indices.map { place in
                AttemptEvents(
                    page.items[place].attempt,
                    events[place],
                    leftOut: found[place].count > limit ? LeftOutEvents(count: 1, isAtLeast: true, after: 0) : nil
                )
            }
            return Page(items: items, next: page.next, previous: page.previous, isPartial: page.isPartial)
        }
    }

    static func number(of tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Int? {
        try transaction.value("SELECT number FROM event_tenants WHERE id = \(tenant)")
    }

    /// Returns what several statements find, each event once.
    private func distinct(
        _ statements: [SQL],
        _ tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> [StoredEvent] {
        let rows = Array(try transaction.rows(of: statements).joined())
        var seen: Set<Event.Reference> = []
        return try EventReader(tenant: tenant, shapes: shapes).events(rows, transaction)
            .filter { seen.insert($0.reference).inserted }
    }
}
