import Domain

/// A step in its lane, or what is missing there.
struct LaneBar {
    enum Kind {
        /// A step; its tone is that of its outcome.
        case step(Outcome)
        /// The first step that broke.
        case broken(Outcome)
        /// A step after the one that broke.
        case later
        /// What should be here, or was left over.
        case gap
    }

    let kind: Kind
    /// In milliseconds since the first step.
    let start: Double
    /// Nil for what has no end.
    let end: Double?
    /// `Token exchange, 240 ms`
    let label: String
    /// Everything about it in one line.
    let title: String
    /// Leads to the row of the table; nil without one.
    let href: String?
    /// It does not have the id of the attempt.
    var isJoined = false
}
