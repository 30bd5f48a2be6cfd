import Domain

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
    /// What is known about the code beside its texts.
    package func facts(_ texts: Texts) -> [FactView] {
        [
            FactView(texts("help.fault"), fault.label(texts)),
            FactView(texts("help.retry"), retry.label(texts)),
            FactView(texts("help.outcome"), outcome.label(texts)),
            FactView(texts("help.stages"), stages.map { $0.label(texts) }.joined(separator: ", ")),
        ]
    }
}
