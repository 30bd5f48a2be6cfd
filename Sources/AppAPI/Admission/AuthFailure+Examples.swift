import Domain
import UseCases

/// Examples of failures, from which the API descriptions of the dialects take statuses and codes. They are never thrown.
extension AuthFailure {
    static let fields = invalid([])
    static let limited = throttled(retryAfter: .zero)
    static let badEmail = invalid([FieldProblem(field: "email", rule: .malformed(.english("")))])
    static let shortPassword = invalid([FieldProblem(field: "password", rule: .tooShort(minimum: 0))])
    static let longPassword = invalid([FieldProblem(field: "password", rule: .tooLong(maximum: 0))])
    static let commonPassword = invalid([FieldProblem(field: "password", rule: .commonPassword)])
}
