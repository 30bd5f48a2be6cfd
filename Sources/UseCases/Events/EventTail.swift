import Domain
import Foundation

/// Follows the events of one tenant as they are committed.
///
/// On one node every new event comes from the feed. Where several nodes store events, the store is asked each second for
/// those that other nodes received; an event that happened long before it arrived there is not found.
public struct EventTail: Sendable {
    /// The events per second, and how many may come at once.
    static let rate = 50
    static let burst = 200
    /// The pages of events that an interrupted reader gets from the store at most.
    static let backlogPages = 5
    /// How far back an interrupted reader gets events.
    static let backlogSpan = Duration.hours(24)
    /// The clocks of devices may run ahead.
    static let clockSlack = Duration.minutes(5)
    static let pollInterval = Duration.seconds(1)
    /// How long before its arrival an event may have happened for a poll to find it.
    static let pollSpan = Duration.minutes(5)
    /// The difference between the clocks of nodes, and the time from receipt to commit.
    static let nodeSlack = Duration.seconds(10)

    /// The place from which the tail goes on: the last event that the reader got before, else the time of its start.
    public let start: Event.Reference
    private let source: TailSource
    private let query: EventQuery
    private let selection: EventSelection
    private let reference: Event.Reference?
    private let startedAt: Timestamp
    private var position: Int
    private var hasStarted = false
    private var recent = RecentReferences()
    private var allowance: Double
    private var allowedAt: Timestamp
    private var polledAt: Timestamp?

    init(_ query: EventQuery, after reference: Event.Reference?, _ source: TailSource) {
        let now = source.tails.now()
        var open = query
        open.from = Timestamp(milliseconds: 0)
        open.to = Timestamp(milliseconds: .max)
        self.query = query
        self.source = source
        self.reference = reference
        start = reference ?? .time(now)
        selection = open.selection(now: now)
        startedAt = now
        position = source.start
        allowance = Double(Self.burst)
        allowedAt = now
    }

    /// Returns what is new. It does not wait.
    /// - Parameter grant: a recent proof that the reader may still read events.
    /// - Throws: `.unavailable`, and `.invalid` when the search takes too long.
    public mutating func next(_ grant: Grant<ReadEvents>) async throws(DomainError) -> TailBatch {
        guard grant.tenant == source.tenant else { throw .notFound(.tenant) }
        var batch = TailBatch()
        if !hasStarted { batch = try await backlog() }
        hasStarted = true
        let reading = source.tails.feed.read(source.tenant, from: position)
        position = reading.end
        if reading.missed > 0 { batch.dropped.append(.init(.slow, reading.missed)) }
        var new = reading.events.filter { selection.matches($0) }
        if let polled = try await poll() {
            new += polled.events
            batch.dropped += polled.dropped
        }
        new = new.filter { recent.insert($0.reference) }
        limit(&new, &batch)
        batch.events += new
        return batch
    }

    /// Keeps the newest events that the rate allows.
    private mutating func limit(_ events: inout [StoredEvent], _ batch: inout TailBatch) {
        let now = source.tails.now()
        let seconds = Double(max(0, now.since(allowedAt).wholeMilliseconds)) / 1000
        allowedAt = now
        allowance = min(Double(Self.burst), allowance + seconds * Double(Self.rate))
        let excess = events.count - Int(allowance)
        if excess > 0 {
            events.removeFirst(excess)
            batch.dropped.append(.init(.rate, excess))
        }
        allowance -= Double(events.count)
    }

    // MARK: The store

    /// Finds what came since the reader's last event: in the feed, else in the store.
    private mutating func backlog() async throws(DomainError) -> TailBatch {
        var batch = TailBatch()
        guard let reference else { return batch }
        if let position = source.tails.feed.position(after: reference, in: source.tenant) {
            self.position = position
            _ = recent.insert(reference)
            return batch
        }
        let earliest = startedAt - Self.backlogSpan
        _ = recent.insert(reference)
        let found = try await missed(since: reference, from: max(try await time(of: reference), earliest))
        if !found.isComplete || reference.occurredAt < earliest { batch.dropped.append(.init(.gap, nil)) }
        batch.events = found.events.filter { recent.insert($0.reference) }
        return batch
    }

    /// When an event happened. One of a clock that runs ahead is at the time at which it was received: what came after it
    /// may have happened before.
    private func time(of reference: Event.Reference) async throws(DomainError) -> Timestamp {
        guard !reference.hasNoEvent else { return reference.occurredAt }
        do throws(DomainError) {
            let event = try await source.tails.store.event(reference, in: source.tenant)
            return min(reference.occurredAt, event.receivedAt)
        } catch {
            guard case .notFound = error else { throw error }
            return reference.occurredAt
        }
    }

    /// Finds in the store what happened after `reference`, or was received after `time`.
    private func missed(
        since reference: Event.Reference,
        from time: Timestamp
    ) async throws(DomainError) -> (events: [StoredEvent], isComplete: Bool) {
        var missed = query
        missed.to = startedAt + Self.clockSlack
        guard reference.hasNoEvent || time < reference.occurredAt else {
            missed.from = time
            let isMissed = { @Sendable (event: StoredEvent) in event.reference != reference }
            let found = try await latest(of: missed) { $0.items.allSatisfy(isMissed) }
            return (Array(found.events.reversed().prefix(while: isMissed).reversed()), found.isComplete)
        }
        missed.from = time - Self.pollSpan
        let isMissed = { @Sendable (event: StoredEvent) in event.receivedAt >= time - Self.nodeSlack }
        let found = try await latest(of: missed) { $0.isPartial || $0.items.contains(where: isMissed) }
        return (found.events.filter(isMissed), found.isComplete)
    }

    /// Asks the store for events of all nodes, when it is time.
    private mutating func poll() async throws(DomainError) -> TailBatch? {
        guard source.tails.isOneOfMany else { return nil }
        let now = source.tails.now()
        if let polledAt, now.since(polledAt) < Self.pollInterval { return nil }
        var window = query
        window.from = now - Self.pollSpan
        window.to = now + Self.clockSlack
        let since = max(startedAt, (polledAt ?? startedAt) - Self.nodeSlack)
        polledAt = now
        let recent = recent
        var batch = TailBatch()
        let isNew = { @Sendable (event: StoredEvent) in
            event.receivedAt >= since && !recent.contains(event.reference)
        }
        // A search that stopped early says nothing about the events that it did not come to.
        let found = try await latest(of: window) { $0.isPartial || $0.items.contains(where: isNew) }
        batch.events = found.events.filter(isNew)
        if !found.isComplete { batch.dropped.append(.init(.rate, nil)) }
        return batch
    }

    /// Reads pages from the latest event back while the last page `hasMore`, up to a number of pages, of bytes, and of
    /// searches that stopped early, because each of these took long.
    /// - Returns: the events, the earliest first.
    private func latest(
        of query: EventQuery,
        hasMore: (Page<StoredEvent>) -> Bool
    ) async throws(DomainError) -> (events: [StoredEvent], isComplete: Bool) {
        var events: [StoredEvent] = []
        var cursor: Cursor?
        for _ in 0..<Self.backlogPages {
            let request = PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor)
            let page = try await source.tails.store.page(query, request, in: source.tenant)
            events += page.items
            guard let next = page.next, hasMore(page) else { return (events.reversed(), true) }
            let bytes = events.reduce(0) { $0 + $1.content.memoryBytes }
            if page.isPartial || bytes > source.tails.backlogBytes { break }
            cursor = next
        }
        return (events.reversed(), false)
    }
}

extension Event.Reference {
    /// The place of a reader who has no event yet: no event has the nil UUID (RFC 9562 §5.9).
    fileprivate static func time(_ time: Timestamp) -> Event.Reference {
        Event.Reference(occurredAt: time, id: nilID)
    }

    fileprivate var hasNoEvent: Bool { id == Self.nilID }

    private static let nilID = Event.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}

/// The events that a reader got last, so that none is sent twice.
struct RecentReferences: Sendable {
    /// Two generations: a full one becomes the former one.
    private var current: Set<Event.Reference> = []
    private var former: Set<Event.Reference> = []
    private let maximumCount: Int

    init(maximumCount: Int = 5000) { self.maximumCount = maximumCount }

    /// - Returns: whether the event is new.
    mutating func insert(_ reference: Event.Reference) -> Bool {
        guard !former.contains(reference), current.insert(reference).inserted else { return false }
        if current.count >= maximumCount {
            former = current
            current = []
        }
        return true
    }

    func contains(_ reference: Event.Reference) -> Bool { current.contains(reference) || former.contains(reference) }
}

/// The tenant's events as one tail reads them. Its place is free when nothing holds it.
final class TailSource: Sendable {
    let tails: EventTails
    let tenant: Tenant.ID
    /// The position in the feed at which the tail began.
    let start: Int
    private let place: StreamPlaces.Place

    init(_ tails: EventTails, _ tenant: Tenant.ID, _ place: StreamPlaces.Place) {
        self.tails = tails
        self.tenant = tenant
        self.place = place
        start = tails.feed.open(tenant)
    }

    deinit { tails.feed.close(tenant) }
}
