struct MemberGroupView: Sendable {
    let title: String
    let count: String
    /// What the role can do: `read-only, can end sessions`.
    let meaning: String
    /// Leads to all of them, when there are more than the page shows.
    let all: String?
    let hasRows: Bool
    let rows: [MemberRowView]
}
