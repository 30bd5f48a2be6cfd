/// Whom an event is about: by name when it is someone of the tenant's, else by what the client calls them.
struct EventUserView: Sendable {
    let label: String
    let href: String
    let isCode: Bool
}
