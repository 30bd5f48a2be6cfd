/// The result of one check.
struct Finding: Sendable, Hashable {
    enum State: String, Sendable {
        case good = "ok"
        /// Works, and needs attention.
        case warning
        case broken
    }

    /// Stable, for machines: `audit_chain`.
    let check: String
    let state: State
    /// What was found, and how to fix it unless it is good.
    let sentence: String

    init(_ check: String, _ state: State, _ sentence: String) {
        self.check = check
        self.state = state
        self.sentence = sentence
    }
}
