struct PermissionListView: Sendable {
    let title: String
    let permissions: [PermissionLineView]
}
