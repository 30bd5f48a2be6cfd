/// The first hours of a release, for a comparison with the first hours of another one: in its first hours a release has
/// other users than later.
public struct ReleaseAge: Sendable, Hashable {
    /// A release that is older is compared by its first two weeks.
    public static let maximum = Duration.days(14)
    /// How far back the hours of a release are counted, with an hour to spare.
    static let memory = Duration.days(90) - Duration.hours(1)

    /// The number of hours, the one in which the release was first seen included.
    public let hours: Int

    public init(firstSeenAt: Timestamp, now: Timestamp) {
        let age = max(.zero, now.since(Self.start(firstSeenAt)))
        hours = min(Int(age.wholeMilliseconds / 3_600_000) + 1, Int(Self.maximum.wholeMilliseconds / 3_600_000))
    }

    /// Returns the first hours of a release; nil when they are no longer counted by hour.
    public func range(of firstSeenAt: Timestamp, now: Timestamp) -> Range<Timestamp>? {
        let start = Self.start(firstSeenAt)
        // Hours are read from the start of a day, ninety days ago.
        guard now.since(start) <= Self.memory - .days(1) else { return nil }
        return start..<start + .hours(Int64(hours))
    }

    /// The hour in which a release was first seen: events were recorded up to some minutes before they were received.
    public static func start(_ time: Timestamp) -> Timestamp {
        let hour: Int64 = 3_600_000
        return Timestamp(milliseconds: time.milliseconds - (time.milliseconds % hour + hour) % hour)
    }
}
