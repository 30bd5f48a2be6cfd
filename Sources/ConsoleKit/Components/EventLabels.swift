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

    /// From the ground of a column up: what went well first, what went wrong where the eye is.
    package static let stacked: [Outcome] = [
        .success, .info, .skipped, .cancelled, .rejected, .degraded, .inconsistent, .failed,
    ]
}
