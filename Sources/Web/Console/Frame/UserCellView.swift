/// A person in a cell: a name over an address, as a link.
struct UserCellView: Sendable {
    let initials: String
    let name: String
    let detail: String
    let href: String
}
