import ConsoleKit
import Domain
import HTTPTypes

/// Why a form of settings was not saved. The same form shows it, with what was typed.
struct SettingsProblems: Sendable {
    var fields = FormProblems.none
    var errors: FormErrorsView?
    var status = HTTPResponse.Status.ok

    init() {}

    /// - Parameters:
    ///   - labels: of the form's fields that are no settings.
    ///   - difference: what another member saved meanwhile, beside what was typed.
    /// - Throws: an error that no form field can correct.
    init(
        _ error: DomainError,
        labels: [String: String] = [:],
        difference: [FormErrorsView.Problem] = [],
        _ texts: Texts
    ) throws(DomainError) {
        switch error {
        case .invalid(let problems):
            fields = FormProblems(
                problems,
                named: TenantSetting.fieldNames.filter { labels[$0.key] == nil },
                labels: TenantSetting.labels(texts).merging(labels) { $1 },
                texts
            )
            errors = fields.summary
            status = .unprocessableContent
        case .conflict(.settingsChanged):
            errors = FormErrorsView(title: texts("settings.changed-meanwhile"), problems: difference)
            status = .conflict
        default: throw error
        }
    }
}
