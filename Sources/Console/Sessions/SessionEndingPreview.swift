import UseCases

/// The sessions that would end with a search.
struct SessionEndingPreview: Sendable {
    let ending: SessionEnding
    let search: SessionSearch
    let roles: RoleTitles
    /// The most recently active of them; empty for viewers who may not read sessions.
    let latest: [SessionSummary]
}
