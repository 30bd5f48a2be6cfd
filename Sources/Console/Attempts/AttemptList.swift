import Domain

/// A search for attempts and what it found.
struct AttemptList: Sendable {
    let search: AttemptSearch
    /// Nil when the search cannot be read.
    let page: Page<AttemptSummary>?
    /// The users of the attempts, as far as the viewer may see them.
    let users: [User.ID: User]
}
