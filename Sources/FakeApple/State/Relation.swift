import Domain

/// The relation of a user to a team.
struct Relation: Hashable, Sendable {
    let subject: String
    let teamID: String
}
