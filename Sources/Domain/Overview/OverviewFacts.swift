/// What the verdict of an overview is decided by. What cannot be read at the moment is nil.
public struct OverviewFacts: Sendable, Hashable {
    /// The time at which they were read.
    public let now: Timestamp
    /// Whether an app ever sent an event, or more than a few users signed in.
    public let hasStarted: Bool?
    public let period: StepComparison?
    public let lastHour: StepComparison?
    /// Of the last hour.
    public let items: DeliveredItems?
    /// The events of the last minutes that say that Apple did not respond.
    public let appleErrors: Int?
    /// Those that ask for attention, most users first.
    public let failures: [OverviewFailure]?

    public init(
        now: Timestamp,
        hasStarted: Bool?,
        period: StepComparison?,
        lastHour: StepComparison?,
        items: DeliveredItems?,
        appleErrors: Int?,
        failures: [OverviewFailure]?
    ) {
        self.now = now
        self.hasStarted = hasStarted
        self.period = period
        self.lastHour = lastHour
        self.items = items
        self.appleErrors = appleErrors
        self.failures = failures
    }

    /// The longer time first: it says more about what is true of both.
    var comparisons: [StepComparison] { [period, lastHour].compactMap(\.self) }
}

/// What became of the items that apps sent.
public struct DeliveredItems: Sendable, Hashable {
    public let received: Int
    /// Over a limit, or not valid: nothing of these is stored.
    public let rejected: Int

    public init(received: Int, rejected: Int) {
        self.received = received
        self.rejected = rejected
    }
}

/// A failure that asks for attention.
public struct OverviewFailure: Sendable, Hashable {
    public let id: FailureKey.ID
    public let key: FailureKey
    public let users: AffectedUsers
    /// When it was first seen, or when it came back.
    public let since: Timestamp

    public init(id: FailureKey.ID, key: FailureKey, users: AffectedUsers, since: Timestamp) {
        self.id = id
        self.key = key
        self.users = users
        self.since = since
    }
}
