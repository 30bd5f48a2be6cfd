struct RoleColumnView: Sendable {
    let title: String
}
