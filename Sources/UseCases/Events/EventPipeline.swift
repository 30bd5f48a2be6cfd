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
