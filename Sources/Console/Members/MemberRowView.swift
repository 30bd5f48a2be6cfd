import ConsoleKit

struct MemberRowView: Sendable {
    let person: UserCellView
    let state: BadgeView
    let secondFactor: BadgeView
    let lastSeen: TimeView?
    /// Nil for users who may not change the role of this member.
    let change: MemberChangeView?
}
