import Domain

extension StoredEvent {
    /// The step that it tells of.
    package var title: String { content.stage.words }

    /// Why it ended so, and who told: `keychain.locked · client`.
    package var detail: String {
        [code ?? content.error.map { "\($0.domain) \($0.code)" }, content.source.rawValue].compactMap(\.self)
            .map { VisibleText.escaped($0) }.joined(separator: " · ")
    }

    /// A finding: `Token exchange failed`.
    package var finding: String {
        let subject = content.stage.subject
        return switch content.outcome {
        case .success: "\(subject) succeeded"
        case .cancelled: "\(subject) was cancelled"
        case .rejected: "\(subject) was rejected"
        case .failed where content.stage == .sessionStore: "The session could not be saved on the device"
        case .failed: "\(subject) failed"
        case .degraded: "\(subject) partly succeeded"
        case .inconsistent: "\(subject): client and server disagree"
        case .skipped: "\(subject) was skipped"
        }
    }
}
