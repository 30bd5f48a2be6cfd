import ConsoleKit
import Domain
import UseCases

/// A user with what their page shows beside them.
struct UserDetails: Sendable {
    let summary: UserSummary
    let role: Role
    let identities: [Identity]
    let activity: UserActivity
    let roles: RoleTitles
    /// The result of a form that was not carried out.
    let notice: NoticeView?

    var user: User { summary.user }
}
