import Domain
import UseCases

/// One page of the sessions that match a search.
struct SessionList: Sendable {
    let page: Page<SessionSummary>
    let search: SessionSearch
    let roles: RoleTitles
}
