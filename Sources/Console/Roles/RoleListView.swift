import ConsoleKit
import WebCore

/// What each role may do.
struct RoleListView: ConsoleView {
    static let template = "roles"

    let frame: FrameView
    let create: String?
    let roles: [RoleRowView]
    let columns: [RoleColumnView]
    let matrix: [PermissionRowView]
}
