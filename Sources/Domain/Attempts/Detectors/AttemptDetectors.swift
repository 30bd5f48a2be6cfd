import StrictJSON

/// Every rule over one attempt.
public enum AttemptDetectors {
    static let all: [any AttemptDetector] = [
        LostAnswer(), UnknownSuccess(), OrphanSession(), LostKeychainItem(), RevokedButActive(), WrongClock(),
        DoubleExchange(),
    ]

    /// Returns what the rules find, at most one finding of each.
    public static func findings(in evidence: AttemptEvidence) -> [AttemptFinding] {
        all.compactMap { detector in
            detector.decidingEvent(in: evidence).map { AttemptFinding(detector.cause, at: $0) }
        }
    }

    /// The codes of findings that were recorded with the attempt before.
    public static func recorded(in timeline: AttemptTimeline) -> Set<String> {
        Set(timeline.steps.filter(\.isFinding).compactMap(\.event.code))
    }
}
