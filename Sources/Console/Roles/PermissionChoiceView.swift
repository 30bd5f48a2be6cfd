struct PermissionChoiceView: Sendable {
    let id: String
    let value: String
    let title: String
    let meaning: String
    let isChecked: Bool
}
