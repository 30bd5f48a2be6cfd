struct PermissionCellView: Sendable {
    let isGranted: Bool
    /// For screen readers, in place of the mark: `Admin: yes`.
    let label: String
}
