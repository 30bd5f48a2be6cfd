import Domain

/// When things happened, counted back from the end of the history.
public struct DemoCalendar: Sendable, Hashable {
    private static let dayMilliseconds: Int64 = 86_400_000

    /// The end of the history.
    let now: Timestamp
    let days: Int

    public init(now: Timestamp, days: Int) {
        self.now = now
        self.days = days
    }

    public var start: Timestamp { now - .days(Int64(days)) }

    /// The times of the history, divided at each midnight in UTC, the earliest first.
    var slices: [Range<Timestamp>] {
        var slices: [Range<Timestamp>] = []
        var from = start
        while from < now {
            let to = min(now, from.startOfDay + .days(1))
            slices.append(from..<to)
            from = to
        }
        return slices
    }

    /// The time that is this part of the history ago.
    func time(age: Double) -> Timestamp {
        now - .milliseconds(Int64(age * Double(days) * Double(Self.dayMilliseconds)))
    }

    func range(of incident: DemoIncident) -> Range<Timestamp> {
        if incident == .wrongNonce { return now - .hours(3)..<now }
        let (age, hour, minute) = incident.beginning
        let began = time(age: age).startOfDay + .hours(Int64(hour)) + .minutes(Int64(minute))
        return began..<max(began, incident.length.map { min(now, began + $0) } ?? now)
    }
}
