import Domain

/// Authentication events: received from apps, recorded by the server, searched.
struct EventServices: Sendable {
    let events: EventReading
    let intake: EventIntake
    let eventSizeLimit: EventSizeLimit
    let attempts: AttemptLog

    init(_ shared: SharedServices, _ options: ServiceOptions) {
        let store = shared.stores.events
        events = EventReading(store: store)
        intake = EventIntake(
            commit: GroupCommit(store: store),
            pseudonyms: Pseudonyms(root: shared.root),
            storage: options.telemetry,
            budget: IngestBudget(store: store, limits: options.ingestBudget, now: shared.now),
            decoding: DecodingGate(limits: options.decodingLimits),
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
