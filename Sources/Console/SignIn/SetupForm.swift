import Domain

/// The form of the first operator, as it was typed.
struct SetupForm: Sendable {
    let link: String
    var name = ""
    var email = ""
    var problems: [FieldProblem] = []
}
