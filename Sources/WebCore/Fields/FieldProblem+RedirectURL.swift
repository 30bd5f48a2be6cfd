import Domain

extension FieldProblem.Rule {
    /// A redirect URL that is not complete or not encrypted.
    package static let redirectURL = FieldProblem.Rule.malformed(
        "Use full URLs, like https://app.example.com/* or coachme://auth. Unencrypted http works only for localhost."
    )
}
