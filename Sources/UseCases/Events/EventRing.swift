import Domain

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
    mutating func removeAll() {
        while first < end { removeFirst() }
    }

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
