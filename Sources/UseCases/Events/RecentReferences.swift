import Domain

/// The events that a reader got last, so that none is sent twice.
struct RecentReferences: Sendable {
    /// Two generations: a full one becomes the former one.
    private var current: Set<Event.Reference> = []
    private var former: Set<Event.Reference> = []
    private let maximumCount: Int

    init(maximumCount: Int = 5000) {
        self.maximumCount = maximumCount
    }

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
