import Domain

extension Stage {
    /// `Token exchange`
    package func label(_ texts: Texts) -> String { texts(TextKey("events.stage.\(rawValue)")) }
}

extension EventSource {
    package func label(_ texts: Texts) -> String { texts(TextKey("events.source.\(rawValue)")) }
}

extension Outcome {
    package func label(_ texts: Texts) -> String { texts(TextKey("events.outcome.\(rawValue)")) }

    package func badge(_ texts: Texts) -> BadgeView { BadgeView(tone, label(texts)) }

    package var tone: BadgeView.Tone {
        switch self {
        case .success: .success
        case .cancelled: .cancelled
        case .rejected: .rejected
        case .failed: .failed
        case .degraded: .degraded
        case .inconsistent: .inconsistent
        case .skipped: .skipped
        case .info: .info
        }
    }

    /// The order in a stacked column, from the bottom: successes first, failures at the top.
    package static let stacked: [Outcome] = [
        .success, .info, .skipped, .cancelled, .rejected, .degraded, .inconsistent, .failed,
    ]
}

extension CauseFault {
    package func label(_ texts: Texts) -> String { texts(TextKey("help.fault.\(rawValue)")) }
}

extension CauseRetry {
    package func label(_ texts: Texts) -> String { texts(TextKey("help.retry.\(rawValue)")) }
}

extension CauseSection {
    package func label(_ texts: Texts) -> String { texts(TextKey("help.section.\(rawValue)")) }
}

extension CauseEntry {
    /// The facts about the code: fault, retry, outcome and stages.
    package func facts(_ texts: Texts) -> [FactView] {
        [
            FactView(texts("help.fault"), fault.label(texts)),
            FactView(texts("help.retry"), retry.label(texts)),
            FactView(texts("help.outcome"), outcome.label(texts)),
            FactView(texts("help.stages"), stages.map { $0.label(texts) }.joined(separator: ", ")),
        ]
    }
}
