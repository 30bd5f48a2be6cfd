import Domain

/// An event in the language of a page.
extension StoredEvent {
    /// Its step: `Token exchange`.
    package func title(_ texts: Texts) -> String { content.stage.label(texts) }

    /// Its code, else its error, with its source: `keychain.locked · client`.
    package func detail(_ texts: Texts) -> String {
        [error, source(texts)].compactMap(\.self).joined(separator: " · ")
    }

    /// Its code, else the domain and the code of its error.
    package var error: String? {
        (code ?? content.error.map { "\($0.domain) \($0.code)" }).map { VisibleText.escaped($0) }
    }

    package func source(_ texts: Texts) -> String {
        texts(TextKey("events.source-detail.\(content.source.rawValue)"))
    }

    /// What its code means; nil without a code that the catalogue has.
    package func meaning(_ texts: Texts) -> String? {
        code.flatMap { CauseExplanation(of: $0, texts) }?.title
    }

    /// A sentence with its step and its outcome: `Token exchange failed`.
    package func finding(_ texts: Texts) -> String {
        if content.stage == .sessionStore, content.outcome == .failed { return texts("events.finding-not-saved") }
        let subject = texts(TextKey("events.stage-subject.\(content.stage.rawValue)"))
        return texts(TextKey("events.finding.\(content.outcome.rawValue)"), ["subject": .text(subject)])
    }
}
