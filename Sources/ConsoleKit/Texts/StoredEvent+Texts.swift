import Domain

/// An event in the language of a page.
extension StoredEvent {
    /// The label of the event's stage: `Token exchange`.
    package func title(_ texts: Texts) -> String { content.stage.label(texts) }

    /// The event's error and source: `keychain.locked · client`.
    package func detail(_ texts: Texts) -> String {
        [error, source(texts)].compactMap(\.self).joined(separator: " · ")
    }

    /// The event's code, or without one the domain and the code of its error.
    package var error: String? {
        (code ?? content.error.map { "\($0.domain) \($0.code)" }).map { VisibleText.escaped($0) }
    }

    package func source(_ texts: Texts) -> String {
        texts(TextKey("events.source-detail.\(content.source.rawValue)"))
    }

    /// The meaning of the event's code; nil without a code of the catalogue.
    package func meaning(_ texts: Texts) -> String? {
        code.flatMap { CauseExplanation(of: $0, texts) }?.title
    }

    /// A sentence with the event's stage and outcome: `Token exchange failed`.
    package func finding(_ texts: Texts) -> String {
        if content.stage == .sessionStore, content.outcome == .failed { return texts("events.finding-not-saved") }
        let subject = texts(TextKey("events.stage-subject.\(content.stage.rawValue)"))
        return texts(TextKey("events.finding.\(content.outcome.rawValue)"), ["subject": .text(subject)])
    }
}
