import Domain

extension Event {
    /// The step that it tells of.
    var title: String { content.stage.words }

    /// Why it ended so, and who told: `keychain.locked · client`.
    var detail: String {
        [code ?? content.error.map { "\($0.domain) \($0.code)" }, content.source.rawValue].compactMap(\.self)
            .map { VisibleText.escaped($0) }.joined(separator: " · ")
    }

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
