import ConsoleKit
import Domain

extension AttemptEnding {
    func badge(_ texts: Texts) -> BadgeView {
        BadgeView(tone, texts(TextKey("attempts.result.\(kind.rawValue.asKeyPart)")))
    }

    private var tone: BadgeView.Tone {
        switch kind {
        case .succeeded: .success
        case .unconfirmed, .degraded: .degraded
        case .cancelled: .cancelled
        case .rejected: .rejected
        case .failed: .failed
        case .inconsistent: .inconsistent
        case .timedOut, .unknown: .plain
        }
    }
}

extension NeverArrived {
    /// `Never arrived: no network`
    func sentence(_ texts: Texts) -> String { texts(TextKey("attempts.never-arrived-because.\(rawValue.asKeyPart)")) }
}

extension TimelineGap.Kind {
    /// `No record on the server`
    func label(_ texts: Texts) -> String { texts(TextKey("attempts.gap-label.\(rawValue.asKeyPart)")) }
}

extension TimelineGap {
    /// A sentence about what is missing.
    func sentence(isAtLeast: Bool, _ texts: Texts) -> String {
        switch kind {
        case .pause: texts("attempts.gap.pause", ["span": .text((span ?? .zero).label(texts))])
        case .leftOut:
            texts(isAtLeast ? "attempts.gap.left-out-at-least" : "attempts.gap.left-out", count: count ?? 0)
        case .serverNeverSaw, .clientNeverReported, .clientSilent, .stoppedBeforeRequest, .appleNotAsked:
            texts(TextKey("attempts.gap.\(kind.rawValue.asKeyPart)"))
        }
    }
}

extension TimelineLane {
    func label(_ texts: Texts) -> String { texts(TextKey("attempts.lane.\(rawValue)")) }
}

extension EventJoin {
    /// Why the step belongs to the attempt; nil when it has the attempt's id.
    func label(_ texts: Texts) -> String? {
        reason == .attempt
            ? nil : texts(TextKey("attempts.join.\(reason.rawValue)-\(confidence.rawValue)"))
    }
}

extension Duration {
    /// `240 ms`, `2.7 s`, `4 min 18 s`, `3 hours`
    func label(_ texts: Texts) -> String {
        let milliseconds = Int(clamping: wholeMilliseconds)
        switch milliseconds.magnitude {
        case ..<1000: return texts("attempts.milliseconds", ["number": .number(milliseconds)])
        case ..<120_000:
            let seconds = NumberText.decimal(milliseconds / 100, in: texts.language)
            return texts("attempts.seconds", ["number": .text(seconds)])
        case ..<3_600_000:
            let (minutes, seconds) = (milliseconds / 1000).quotientAndRemainder(dividingBy: 60)
            return texts("attempts.minutes-seconds", ["minutes": .number(minutes), "seconds": .number(abs(seconds))])
        default: return texts("attempts.span", ["span": .span(seconds: Self.rounded(milliseconds / 1000))])
        }
    }

    /// Whole hours or days.
    private static func rounded(_ seconds: Int) -> Int {
        let size = abs(seconds)
        let unit = size >= 172_800 ? 86_400 : 3600
        return max(1, size / unit) * unit
    }
}
