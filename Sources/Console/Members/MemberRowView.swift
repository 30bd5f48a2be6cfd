import ConsoleKit
import Domain
import UseCases
import WebCore

struct MemberRowView: Sendable {
    let person: UserCellView
    let state: BadgeView
    let secondFactor: BadgeView
    let lastSeen: TimeView?
    /// Nil for who may not change this person's role.
    let change: MemberChangeView?
}
