import Domain

extension Event {
    /// The cause, or the step of what went well.
    var title: String { VisibleText.escaped(code ?? content.error.map { "\($0.domain) \($0.code)" } ?? content.stage.words) }

    /// `Token exchange · client`
    var place: String { "\(content.stage.words) · \(content.source.rawValue)" }

    /// A finding: `Token exchange failed`.
    var finding: String {
        let ending =
            switch content.outcome {
            case .success: "went well"
            case .cancelled: "was cancelled"
            case .rejected: "was rejected"
            case .failed: "failed"
            case .degraded: "went well in part"
            case .inconsistent: "left client and server disagreeing"
            case .skipped: "was skipped"
            }
        return "\(content.stage.words) \(ending)"
    }
}
