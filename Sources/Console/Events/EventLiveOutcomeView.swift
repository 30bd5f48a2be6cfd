import ConsoleKit

/// How the live tail shows an outcome.
struct EventLiveOutcomeView: Sendable {
    let name: String
    let badge: BadgeView
}
