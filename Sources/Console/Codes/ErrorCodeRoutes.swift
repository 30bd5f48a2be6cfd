import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The errors of apps that no table has, and the tenant's rules for them.
struct ErrorCodeRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadEvents.self).get("error-codes", use: list)
        routes.needs(ManageSettings.self).submit("error-codes", console: console, use: create)
        routes.needs(ManageSettings.self).submit("error-codes/{rule}/removal", console: console, use: remove)
    }

    private var administration: CauseRuleAdministration { console.services.causeRules }

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        let query = try call.request.queryFields()
        var form = CauseRuleForm()
        form.readError(query)
        let page = console.page(call.context)
        return try await page.response(view(form, page, call.grant))
    }

    private func create(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = console.page(call.context)
        var form = CauseRuleForm()
        let draft = form.read(&fields)
        return try await page.form(fields, labels: CauseRuleForm.labels(page.texts)) {
            _ = try await administration.create(draft, grant: call.grant)
            return page.seeOther(page.paths.errorCodes, flash: .causeRuleCreated)
        } again: { problems in
            try await view(form, page, call.grant(ReadEvents.self), problems)
        }
    }

    private func remove(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = console.page(call.context)
        let version = fields.integer("version", in: 1...Int(Int32.max))
        let id: CauseRule.ID = try call.id("rule", of: .rule)
        // The page shows problems at another form, which has no field for a mistake in this one.
        try fields.finish()
        return try await page.form(fields) {
            try await administration.delete(id, expecting: version, grant: call.grant)
            return page.seeOther(page.paths.errorCodes, flash: .causeRuleDeleted)
        } again: { problems in
            try await view(CauseRuleForm(), page, call.grant(ReadEvents.self), problems)
        }
    }

    private func view(
        _ form: CauseRuleForm,
        _ page: TenantPage,
        _ grant: Grant<ReadEvents>,
        _ problems: FormProblems = .none
    ) async throws -> ErrorCodeListView {
        let errors = try await console.services.unknownErrors.all(grant: grant)
        let rules = try await administration.rules(grant: grant)
        return ErrorCodeListView(ErrorCodeList(errors: errors, rules: rules, form: form), page, problems)
    }
}

extension ConsoleFeature {
    static let codes = ConsoleFeature(
        views: [ErrorCodeListView.self],
        navigation: [
            NavigationEntry(.monitoring, "codes.title", needs: .readEvents) { TenantPaths($0).errorCodes }
        ]
    )
}
