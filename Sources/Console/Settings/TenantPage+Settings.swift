import ConsoleKit
import Domain
import Hummingbird
import WebCore

extension TenantPage {
    /// Where the changes of the settings are listed; nil without the permission to read the audit log.
    func settingsAudit(_ action: AuditEntry.Action = .tenantSettingsChanged) -> String? {
        access.allows(.readAudit) ? PageAddress(paths.audit, ["action": action.rawValue]).href : nil
    }

    /// Carries out a form of settings.
    /// - Parameter labels: of the form's fields that are no settings.
    func settingsForm(
        _ fields: Fields,
        labels: [String: String] = [:],
        act: () async throws -> Response,
        again: (FormProblems) async throws -> some ConsoleView
    ) async throws -> Response {
        try await form(
            fields,
            named: TenantSetting.fieldNames.filter { labels[$0.key] == nil },
            labels: TenantSetting.labels(texts).merging(labels) { $1 },
            act: act
        ) { problems in
            try await again(problems.explaining([], texts))
        }
    }
}

extension FormProblems {
    /// Whether another member saved the settings since the form was drawn.
    var isChangedMeanwhile: Bool { error == .conflict(.settingsChanged) }

    /// Returns the version of a form that is shown again: a save must not overwrite what was never shown. After a conflict
    /// the page shows what is stored.
    /// - Parameter sent: nil for a form that was not sent.
    func version(sent: Int?, current: Int) -> Int { isChangedMeanwhile ? current : sent ?? current }

    /// Returns the problems with what another member saved meanwhile, beside what was typed.
    func explaining(_ difference: [FormErrorsView.Problem], _ texts: Texts) -> FormProblems {
        guard isChangedMeanwhile else { return self }
        return listing(FormErrorsView(title: texts("settings.changed-meanwhile"), problems: difference))
    }
}
