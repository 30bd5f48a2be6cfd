import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// What came of a form, and the form as it was typed.
struct AppleSettingsAnswer: Sendable {
    var form: AppleSettingsForm?
    var rules: SettingsForm?
    var checkUp: AppleCheckUp?
    /// The return address that Apple was asked for.
    var redirect: String?
    var problems = FormProblems([])
    var errors: FormErrorsView?
    var status = HTTPResponse.Status.ok

    init() {}

    /// - Throws: an error that no form field can correct.
    init(_ error: DomainError, difference: [FormErrorsView.Problem] = []) throws(DomainError) {
        switch error {
        case .invalid(let found):
            problems = FormProblems(found)
            errors = problems.summary
            status = .unprocessableContent
        case .conflict(.settingsChanged):
            errors = .settingsChanged(difference)
            status = .conflict
        default: throw error
        }
    }
}
