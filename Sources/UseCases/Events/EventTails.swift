import Domain
import Synchronization

/// Opens live tails of events.
public final class EventTails: Sendable {
    let feed: EventFeed
    let store: any EventStore
    /// Whether other nodes store events too, so that the store has to be asked for theirs.
    let isOneOfMany: Bool
    /// No further page is read from the store when those that were read take so much memory.
    let backlogBytes: Int
    let now: @Sendable () -> Timestamp
    private let places: StreamPlaces
    private let hasStopped = Atomic(false)

    init(
        feed: EventFeed,
        store: any EventStore,
        isOneOfMany: Bool,
        limits: StreamPlaces.Limits = .init(ofPrincipal: 4, ofTenant: 20, all: 200),
        backlogBytes: Int = 4 << 20,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.feed = feed
        self.store = store
        self.isOneOfMany = isOneOfMany
        self.backlogBytes = backlogBytes
        self.now = now
        places = StreamPlaces(limits: limits)
    }

    /// The number of open tails.
    public var count: Int { places.taken }

    /// Whether the server stops, so that every tail must end.
    public var isStopping: Bool { hasStopped.load(ordering: .relaxed) }

    /// Ends all tails.
    public func stop() { hasStopped.store(true, ordering: .relaxed) }

    /// - Parameters:
    ///   - query: its span of time is ignored.
    ///   - reference: the last event that the reader got before; nil for a reader that begins now.
    /// - Throws: `.throttled`, `.unavailable` when too many are open.
    public func open(
        _ query: EventQuery,
        after reference: Event.Reference?,
        grant: Grant<ReadEvents>
    ) throws(DomainError) -> EventTail {
        guard !isStopping else { throw .unavailable(retryAfter: .seconds(5)) }
        let place = try places.take(grant.tenant, grant.principal)
        return EventTail(query, after: reference, TailSource(self, grant.tenant, place))
    }
}
