import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of unknown errors, and of the rules for them.
struct CauseRuleEndpoints: Sendable {
    let rules: CauseRuleAdministration
    let errors: UnknownErrorReading

    func add(to routes: Routes<APIContext>) {
        routes.get("unknown-errors", operation: "listUnknownErrors", needs: ReadEvents.self, use: listErrors)
        routes.get("cause-rules", operation: "listCauseRules", needs: ReadEvents.self, use: list)
        routes.post("cause-rules", operation: "createCauseRule", needs: ManageSettings.self, use: create)
        routes.get("cause-rules/{rule}", operation: "getCauseRule", needs: ReadEvents.self, use: read)
        routes.put("cause-rules/{rule}", operation: "replaceCauseRule", needs: ManageSettings.self, use: replace)
        routes.delete("cause-rules/{rule}", operation: "deleteCauseRule", needs: ManageSettings.self, use: delete)
    }

    @Sendable private func listErrors(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var query = try request.queryFields()
        let limit = query.read(CauseRuleInputs.list)
        try query.finish()
        return try await .json(
            ResponseSchema<UnknownErrorListing>.unknownErrors.json(errors.all(upTo: limit, grant: grant))
        )
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try await .json(ResponseSchema<CauseRule>.causeRule.list(rules.rules(grant: grant).all))
    }

    @Sendable private func create(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let draft = fields.read(CauseRuleInputs.draft)
        try fields.finish()
        let rule = try await rules.create(draft, grant: grant)
        return .created(ResponseSchema<CauseRule>.causeRule.json(rule), at: context.path("cause-rules", rule.id))
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try await .json(
            ResponseSchema<CauseRule>.causeRule.json(rules.rule(context.id("rule", of: .rule), grant: grant))
        )
    }

    @Sendable private func replace(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let id: CauseRule.ID = try context.id("rule", of: .rule)
        var fields = try await request.jsonFields()
        let edit = fields.read(CauseRuleInputs.edit)
        try fields.finish()
        let rule = try await rules.replace(id, with: edit.draft, expecting: edit.version, grant: grant)
        return .json(ResponseSchema<CauseRule>.causeRule.json(rule))
    }

    @Sendable private func delete(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let id: CauseRule.ID = try context.id("rule", of: .rule)
        var query = try request.queryFields()
        let version = query.read(CauseRuleInputs.deletion)
        try query.finish()
        try await rules.delete(id, expecting: version, grant: grant)
        return .noContent
    }
}
