import Domain

/// The form of an invited user, as it was typed.
struct InvitationForm: Sendable {
    let link: String
    let user: User
    let tenant: Tenant
    var name: String
    var problems: [FieldProblem] = []
}
