struct PermissionCellView: Sendable {
    let isGranted: Bool
    /// For those who cannot see the mark: `Admin: yes`.
    let label: String
}
