import ConsoleKit
import WebCore

/// The session that came of an attempt.
struct AttemptSessionView: Sendable {
    let sessionFacts: [FactView]
    /// What is left over of a failed attempt.
    let leftOver: String?
    /// Ends it; nil for a session that is over, and for users who may not end it.
    let endForm: FormView?
}
