import ConsoleKit

/// What sign-in depends on, and how it is.
struct DependencyView: Sendable {
    let name: String
    let state: BadgeView
    let detail: String
}
