import ConsoleKit
import Domain
import WebCore

/// Says that only the client names the user of an event.
struct EventClaimView: Sendable {
    let word: String
    let reason: String
}

extension StoredEvent {
    /// Nil when the event names no user, and when the server confirms the user.
    func claim(_ texts: Texts) -> EventClaimView? {
        guard isUserClaimed else { return nil }
        return EventClaimView(word: texts("events.user-claimed"), reason: texts("events.user-claimed-reason"))
    }
}
