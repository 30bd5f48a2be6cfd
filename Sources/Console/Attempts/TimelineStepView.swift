import ConsoleKit
import WebCore

/// One event on the time line of an attempt.
struct TimelineStepView: Sendable {
    /// The id of its line.
    let anchor: String
    /// `+2.7 s`
    let offset: String
    let stepTime: TimeView
    let party: String
    let stepTitle: String
    let stepHref: String
    let stepDetail: String
    /// What its code means.
    let meaning: String?
    let stepOutcome: BadgeView
    let took: String
    /// `usually 30 ms`
    let usual: String?
    let isSlow: Bool
    /// Why it belongs to the attempt.
    let join: String?
    /// It is the first step that broke.
    let isBroken: Bool
}
