import Domain
import StrictJSON
import UseCases

/// A user with the linked identities.
struct UserDetail: Sendable {
    let summary: UserSummary
    let identities: [Identity]
}
