struct RoleRowView: Sendable {
    let title: String
    let href: String
    let name: String
    let rank: String
    let permissions: String
    let people: String
    let origin: String
    let edit: String?
    let delete: String?
}
