import ConsoleKit
import WebCore

/// One role, as it is.
struct RoleView: ConsoleView {
    static let template = "role"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let origin: BadgeView
    let finding: String
    let edit: String?
    let delete: String?
    let count: String
    let groups: [PermissionListView]
    let facts: [FactView]
}
