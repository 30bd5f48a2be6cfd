import ConsoleKit
import WebCore

/// The link to an Apple Account, in a card of the user's page.
struct AppleLinkView: Sendable {
    let badge: BadgeView
    let facts: [FactView]
}
