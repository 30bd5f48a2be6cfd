/// Permissions that belong together.
struct PermissionChoicesView: Sendable {
    let title: String
    let permissions: [PermissionChoiceView]
}
