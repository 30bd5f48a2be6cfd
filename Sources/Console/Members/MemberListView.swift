import ConsoleKit

/// The members with console access, by role.
struct MemberListView: ConsoleView {
    static let template = "members"

    let frame: FrameView
    let finding: String
    /// Nil for users who may not invite.
    let invite: String?
    let groups: [MemberGroupView]
}
