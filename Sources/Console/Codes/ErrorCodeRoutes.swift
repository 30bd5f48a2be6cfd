import ConsoleKit
import Domain
import HTTPTypes
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
        let page = try await console.page(call.context)
        return page.response(try await view(form, page, call.grant))
    }

    private func create(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = try await console.page(call.context)
        var form = CauseRuleForm()
        let draft = form.read(&fields)
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.create(draft, grant: call.grant)
            return page.seeOther(page.paths.errorCodes, flash: .causeRuleCreated)
        } catch .invalid(let problems) {
            form.problems = FormProblems(problems, labels: CauseRuleForm.labels(page.texts), page.texts)
            let view = try await view(form, page, call.grant(ReadEvents.self))
            return page.response(view, status: .unprocessableContent)
        }
    }

    private func remove(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = try await console.page(call.context)
        let version = fields.integer("version", in: 1...Int(Int32.max))
        try fields.finish()
        let id: CauseRule.ID = try call.id("rule", of: .rule)
        do throws(DomainError) {
            try await administration.delete(id, expecting: version, grant: call.grant)
            return page.seeOther(page.paths.errorCodes, flash: .causeRuleDeleted)
        } catch .conflict(let conflict) {
            let rejection = try await console.rejection(.conflict(conflict), call.context)
            var form = CauseRuleForm()
            form.rejection = rejection.errors
            let view = try await view(form, page, call.grant(ReadEvents.self))
            return page.response(view, status: rejection.status)
        }
    }

    private func view(
        _ form: CauseRuleForm,
        _ page: TenantPage,
        _ grant: Grant<ReadEvents>
    ) async throws -> ErrorCodeListView {
        let errors = try await console.services.unknownErrors.all(grant: grant)
        let rules = try await administration.rules(grant: grant)
        return ErrorCodeListView(ErrorCodeList(errors: errors, rules: rules, form: form), page)
    }
}

extension ConsoleFeature {
    static let codes = ConsoleFeature(
        views: [ErrorCodeListView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.codes", needs: .readEvents) { TenantPaths($0).errorCodes }
        ]
    )
}
