import ConsoleKit
import WebCore

/// An event as one line of a log.
struct EventRowView: Sendable {
    let time: TimeView
    let href: String
    let step: String
    /// Its code, else its error.
    let cause: String?
    let source: String
    /// What the code means.
    let meaning: String?
    let outcome: BadgeView
    /// The page of its attempt.
    let attemptLink: String?
    let message: String?
    let person: EventUserView?
    /// `2.3.1 · iPhone16,1 · iOS 18.2`
    let app: String
}
