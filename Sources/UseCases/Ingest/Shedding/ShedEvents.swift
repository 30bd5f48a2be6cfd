import Domain

/// The events of a delivery by what becomes of them under load.
struct ShedEvents {
    private(set) var stored: [ClassifiedEvent] = []
    private(set) var sampled: [SampledEvent] = []
    private(set) var limited: [ItemCount] = []

    init(_ events: [ClassifiedEvent], decide: (ClassifiedEvent) -> LoadShedding.Decision) {
        stored.reserveCapacity(events.count)
        var rejected: [ItemCount: Int] = [:]
        for event in events {
            switch decide(event) {
            case .store: stored.append(event)
            case .count(let reason): sampled.append(SampledEvent(event, reason: reason))
            case .reject(let reason):
                rejected[ItemCount(.limited, event.category, reason: reason, count: 1), default: 0] += 1
            }
        }
        limited = rejected.map { ItemCount($0.key.outcome, $0.key.category, reason: $0.key.reason, count: $0.value) }
    }
}
