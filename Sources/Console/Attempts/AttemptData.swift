import Domain
import UseCases

/// An attempt with all that its page shows.
struct AttemptData: Sendable {
    let details: AttemptDetails
    /// What the tenant adds to the code of the cause.
    let note: CauseNote?
    /// The users whose names the viewer may see.
    let users: [User.ID: User]
}
