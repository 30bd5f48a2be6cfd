import Domain

/// Authentication events: received from apps, recorded by the server, searched.
struct EventServices: Sendable {
    struct Limits: Sendable {
        let commit: GroupCommit.Limits
        let decoding: DecodingGate.Limits
        let budget: IngestBudget.Limits
    }

    let events: EventReading
    let intake: EventIntake
    let eventSizeLimit: EventSizeLimit
    let attempts: AttemptLog

    init(_ shared: SharedServices, storage: TelemetryStorage, limits: Limits) {
        let store = shared.stores.events
        events = EventReading(store: store)
        intake = EventIntake(
            commit: GroupCommit(store: store, limits: limits.commit),
            pseudonyms: Pseudonyms(root: shared.root),
            storage: storage,
            budget: IngestBudget(store: store, limits: limits.budget, now: shared.now),
            decoding: DecodingGate(limits: limits.decoding),
            now: shared.now
        )
        eventSizeLimit = EventSizeLimit(events: store)
        attempts = AttemptLog(intake: intake, systemContext: shared.systemContext)
    }
}

extension Services {
    public var events: EventReading { eventServices.events }
    public var intake: EventIntake { eventServices.intake }
    public var eventSizeLimit: EventSizeLimit { eventServices.eventSizeLimit }
    /// Records the server's steps of each attempt.
    public var attempts: AttemptLog { eventServices.attempts }
}
