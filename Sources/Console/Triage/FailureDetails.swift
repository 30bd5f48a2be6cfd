import ConsoleKit
import Domain
import UseCases

/// A failure with all that its page shows.
struct FailureDetails: Sendable {
    let detail: FailureDetail
    let period: FailurePeriod
    let history: [TriageChange]
    let comments: [FailureComment]
    /// The latest attempts with it.
    let attempts: [AttemptSummary]
    /// What the tenant adds to its code.
    let note: CauseNote?
    /// The users whose names the viewer may see.
    let users: [User.ID: User]
    /// Those whom it can be assigned to.
    let members: [User]
    /// Why the last form was not carried out.
    var notice: NoticeView?
    var problems = FormProblems.none
    /// What was typed, by the names of the fields.
    var typed: [String: String] = [:]
}
