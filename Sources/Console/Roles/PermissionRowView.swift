struct PermissionRowView: Sendable {
    let title: String
    let name: String
    let cells: [PermissionCellView]
}
