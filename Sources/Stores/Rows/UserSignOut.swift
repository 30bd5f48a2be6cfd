import Domain

/// Says which sessions of a user end together, and why.
struct UserSignOut {
    var kinds = Set(Session.Kind.allCases)
    /// The session that stays.
    var kept: Session.ID?
    let reason: Session.EndReason
}
