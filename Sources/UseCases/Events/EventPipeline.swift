import Domain

/// The steps that each decoded event takes before it is stored: scrub, correct the clock, classify.
///
/// For the other steps of a delivery see `EventIntake.accept(_:)`. The types of the states keep the order: the store takes
/// classified events only.
struct EventPipeline: Sendable {
    private let scrubber: Scrubber
    /// Nil for events of the server, whose clock is right.
    private let clock: ClockCorrection?
    /// The tenant's own, for errors of clients.
    private let rules: CauseRules

    init(scrubber: Scrubber, clock: ClockCorrection?, rules: CauseRules = .none) {
        self.scrubber = scrubber
        self.clock = clock
        self.rules = rules
    }

    func run(_ event: DecodedEvent, receivedAt: Timestamp) -> ClassifiedEvent {
        let scrubbed = scrubber.scrub(event)
        let corrected = correctClock(scrubbed)
        return Classifier.classify(corrected, by: rules, receivedAt: receivedAt)
    }

    private func correctClock(_ event: ScrubbedEvent) -> ScrubbedEvent {
        guard let clock else { return event }
        return clock.correct(event)
    }
}

/// Stores events of the server itself; `EventIntake` stores those of clients with the same parts.
public struct EventRecorder: Sendable {
    let commit: GroupCommit
    let pseudonyms: Pseudonyms
    /// Says whether events can be stored.
    let storage: TelemetryStorage
    let now: @Sendable () -> Timestamp

    /// Stores events as those of clients are, scrubbed and classified: they contain clients' texts.
    /// - Throws: `.unavailable`; nothing is stored then, and a retry stores the events once.
    func record(_ events: [DecodedEvent], in tenant: Tenant.ID) async throws(DomainError) {
        let pipeline = EventPipeline(scrubber: pseudonyms.scrubber(of: tenant), clock: nil)
        let classified = events.map { pipeline.run($0, receivedAt: $0.content.occurredAt) }
        let batch = EventBatch(tenant: tenant, networks: nil, receivedAt: now(), events: classified, counted: [])
        _ = try await commit.store(batch)
    }
}

extension Pseudonyms {
    func scrubber(of tenant: Tenant.ID) -> Scrubber { Scrubber { name(of: $0, in: tenant) } }
}
