import Domain
import UseCases

/// The list of failures, and what was asked for.
struct FailureListData: Sendable {
    let listing: FailureListing
    let search: FailureSearch
    let users: [User.ID: User]
}
