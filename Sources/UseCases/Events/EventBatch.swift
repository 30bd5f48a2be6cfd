import Domain

/// The events of one delivery of one tenant, and the outcomes of its other items.
public struct EventBatch: Sendable {
    public let tenant: Tenant.ID
    /// The key whose budget is charged; nil for events of the server itself.
    public let key: APIKey.ID?
    /// Of the client; nil for one without shares of what the tenant may add.
    public let networks: ClientNetworks?
    public let receivedAt: Timestamp
    public let events: [ClassifiedEvent]
    /// The events that are counted like the others, and have no row.
    public let sampled: [SampledEvent]
    /// Runs of the app.
    public let runs: [PreparedRun]
    /// The items that were not stored, and what the client lost.
    public let counted: [ItemCount]

    public init(
        tenant: Tenant.ID,
        key: APIKey.ID? = nil,
        networks: ClientNetworks?,
        receivedAt: Timestamp,
        events: [ClassifiedEvent],
        sampled: [SampledEvent] = [],
        runs: [PreparedRun] = [],
        counted: [ItemCount]
    ) {
        self.tenant = tenant
        self.key = key
        self.networks = networks
        self.receivedAt = receivedAt
        self.events = events
        self.sampled = sampled
        self.runs = runs
        self.counted = counted
    }
}

/// An event that is counted and has no row.
public struct SampledEvent: Sendable, Hashable {
    public let event: ClassifiedEvent
    /// Why: `success`, `frequent_failure`.
    public let reason: String

    public init(_ event: ClassifiedEvent, reason: String) {
        self.event = event
        self.reason = reason
    }
}

/// What a delivery says of runs, ready to be stored: scrubbed, with a corrected clock, and without the name of the
/// installation.
public struct PreparedRun: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case run(AppRun.ID, AppRunOutcome)
        /// Runs that add to those of earlier deliveries.
        case counts([AppRunOutcome: Int])
    }

    public let group: AppRunGroup
    public let startedAt: Timestamp
    /// See `InstallationSketch`.
    public let installation: Int64?
    public let content: Content
}
