import ConsoleKit

/// What Apple says about one client id, or about the return address.
struct AppleFindingView: Sendable {
    let title: String
    let badge: BadgeView
    let detail: String?
}
