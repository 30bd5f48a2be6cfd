import Domain

/// The attempts of one tenant that are inspected later, because their latest event arrived a short time ago.
struct WaitingAttempts {
    /// Beyond these, attempts are inspected at once.
    static let limit = 1_000

    private var dueTimes: [TraceID: Timestamp] = [:]

    /// The arrival of the latest event, apart from recorded contradictions.
    static func arrival(of attempt: AttemptEvents) -> Timestamp? {
        attempt.events.filter { !$0.isFinding }.map(\.receivedAt).max()
    }

    /// Adds an attempt that must wait.
    ///
    /// - Returns: whether it waits; otherwise it can be inspected now.
    mutating func add(_ attempt: AttemptEvents, at now: Timestamp) -> Bool {
        guard let arrivedAt = Self.arrival(of: attempt) else { return false }
        let due = arrivedAt + AttemptInspection.rest
        guard due > now, dueTimes[attempt.attempt] != nil || dueTimes.count < Self.limit else { return false }
        dueTimes[attempt.attempt] = due
        return true
    }

    /// - Returns: those whose time has come, the longest due first: as many as one turn inspects.
    func due(at now: Timestamp) -> [TraceID] {
        let due = dueTimes.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
        return Array(due.prefix(AttemptInspection.attemptsOfPage * AttemptInspection.pagesOfTurn))
    }

    mutating func remove(_ attempts: [TraceID]) {
        for attempt in attempts { dueTimes[attempt] = nil }
    }
}
