struct SettingsRowView: Sendable {
    let title: String
    let detail: String
    let text: String
    let edit: String?
    let remove: RemovalView?
}
