import Domain
import UseCases

/// One page of the users that match a query.
struct UserList: Sendable {
    let page: Page<UserSummary>
    let query: UserQuery
    let total: UserCount
    let roles: RoleTitles
}
