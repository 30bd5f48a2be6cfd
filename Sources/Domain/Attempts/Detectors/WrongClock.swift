/// The clock of the phone is wrong by more than tokens tolerate.
struct WrongClock: AttemptDetector {
    static let tolerance = Duration.minutes(5)

    let cause = "clock"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let phone = evidence.timeline.steps.filter { $0.lane == .phone && $0.join.confidence != .possible }
        return phone.first { step in
            let error = step.event.clockCorrection + evidence.timeline.clock.offset
            return error > Self.tolerance || error < .zero - Self.tolerance
        }?.event
    }
}
