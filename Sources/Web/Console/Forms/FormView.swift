import Domain

/// Where a form goes and the token that proves that we drew it.
struct FormView: Sendable {
    let action: String
    let token: String
}
