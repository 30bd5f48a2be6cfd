import Domain
import Synchronization

/// Hands committed events to live tails.
///
/// It keeps the newest events of the tenants that have a tail, and for a moment longer, so that a reader that reconnects
/// finds its place. Without tails a commit costs one atomic load. Publishing never waits for a reader: each reads the
/// ring from its own position, and is told how many events left the ring before it came.
public final class EventFeed: Sendable {
    public struct Limits: Sendable {
        /// The events that are kept of one tenant.
        public let events: Int
        /// The estimated memory of these events.
        public let bytes: Int
        /// How long the events of a tenant are kept after its last tail ended.
        public let linger: Duration

        public init(events: Int = 1000, bytes: Int = 2 << 20, linger: Duration = .minutes(2)) {
            self.events = events
            self.bytes = bytes
            self.linger = linger
        }
    }

    /// What a reader finds.
    struct Reading: Sendable {
        let events: [StoredEvent]
        /// The position to read from next.
        let end: Int
        /// The number of events that had left the ring.
        let missed: Int
    }

    private struct Channel {
        var ring: EventRing
        var readers = 0
        /// Since when there is no reader.
        var idleSince: Timestamp
    }

    private let limits: Limits
    private let now: @Sendable () -> Timestamp
    private let channels = Mutex<[Tenant.ID: Channel]>([:])
    private let count = Atomic(0)

    init(limits: Limits = Limits(), now: @escaping @Sendable () -> Timestamp) {
        self.limits = limits
        self.now = now
    }

    /// The number of tenants whose events are kept.
    public var tenants: Int { count.load(ordering: .relaxed) }

    /// Passes on what was committed.
    /// - Parameter isNew: for each batch, for each event, whether it is new; repeated ones are left out.
    func publish(_ batches: some Collection<EventBatch>, isNew: [[Bool]]) {
        guard count.load(ordering: .relaxed) > 0 else { return }
        let now = now()
        channels.withLock { channels in
            for (batch, isNew) in zip(batches, isNew) {
                guard var channel = channels[batch.tenant] else { continue }
                // The ring is changed in place.
                channels[batch.tenant] = nil
                if isAbandoned(channel, at: now) { continue }
                for (event, isNew) in zip(batch.events, isNew) where isNew { channel.ring.append(StoredEvent(event)) }
                channels[batch.tenant] = channel
            }
            count.store(channels.count, ordering: .relaxed)
        }
    }

    /// Begins to keep the events of a tenant. Must be followed by `close`.
    /// - Returns: the position of the next event to come.
    func open(_ tenant: Tenant.ID) -> Int {
        let now = now()
        return channels.withLock { channels in
            channels = channels.filter { $0.key == tenant || !isAbandoned($0.value, at: now) }
            channels[tenant, default: Channel(ring: newRing, idleSince: now)].readers += 1
            count.store(channels.count, ordering: .relaxed)
            return channels[tenant]?.ring.end ?? 0
        }
    }

    func close(_ tenant: Tenant.ID) {
        let now = now()
        channels.withLock { channels in
            channels[tenant]?.readers -= 1
            channels[tenant]?.idleSince = now
        }
    }

    /// Forgets the events of a tenant, because some of them were deleted. Readers that have not got them are told of a loss.
    func forget(_ tenant: Tenant.ID) { channels.withLock { $0[tenant]?.ring.removeAll() } }

    /// Returns the position after an event; nil when it is not among those that are kept.
    func position(after reference: Event.Reference, in tenant: Tenant.ID) -> Int? {
        channels.withLock { $0[tenant]?.ring.position(after: reference) }
    }

    func read(_ tenant: Tenant.ID, from position: Int) -> Reading {
        channels.withLock { channels in
            guard let ring = channels[tenant]?.ring, ring.end > position else {
                return Reading(events: [], end: position, missed: 0)
            }
            return Reading(events: ring.events(from: position), end: ring.end, missed: max(0, ring.first - position))
        }
    }

    private var newRing: EventRing { EventRing(maximumCount: limits.events, maximumBytes: limits.bytes) }

    private func isAbandoned(_ channel: Channel, at now: Timestamp) -> Bool {
        channel.readers <= 0 && now.since(channel.idleSince) > limits.linger
    }
}

extension StoredEvent {
    /// The event as it is read after its commit.
    fileprivate init(_ event: ClassifiedEvent) {
        var content = event.content
        for dimension in EventDimension.identifiers {
            content.texts[dimension] = content.texts[dimension].map(dimension.storedText)
        }
        self.init(
            content: content,
            code: event.code,
            receivedAt: event.receivedAt,
            clockCorrection: event.clockCorrection
        )
    }
}

/// The newest events of one tenant in the order in which they were committed, numbered from 0.
///
/// A reader has a position, so a slow one costs no memory: the events that left the ring before it came are counted.
struct EventRing: Sendable {
    private var slots: [StoredEvent?]
    private let maximumBytes: Int
    private var bytes = 0
    /// The position of the oldest event.
    private(set) var first = 0
    /// The position of the next event to come.
    private(set) var end = 0

    init(maximumCount: Int, maximumBytes: Int) {
        slots = Array(repeating: nil, count: max(1, maximumCount))
        self.maximumBytes = maximumBytes
    }

    mutating func append(_ event: StoredEvent) {
        if end - first == slots.count { removeFirst() }
        slots[end % slots.count] = event
        bytes += event.content.memoryBytes
        end += 1
        while bytes > maximumBytes, end - first > 1 { removeFirst() }
    }

    /// Forgets the events; positions go on from where they are.
    mutating func removeAll() { while first < end { removeFirst() } }

    private mutating func removeFirst() {
        let place = first % slots.count
        bytes -= slots[place]?.content.memoryBytes ?? 0
        slots[place] = nil
        first += 1
    }

    /// Returns the events from a position on; those that have left the ring are missing.
    func events(from position: Int) -> [StoredEvent] {
        (max(position, first)..<max(end, position)).compactMap { slots[$0 % slots.count] }
    }

    /// Returns the position after an event; nil when it is not in the ring.
    func position(after reference: Event.Reference) -> Int? {
        (first..<end).last { slots[$0 % slots.count]?.reference == reference }.map { $0 + 1 }
    }
}
