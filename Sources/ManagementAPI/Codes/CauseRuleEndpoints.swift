import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of unknown errors, and of the rules for them.
struct CauseRuleEndpoints: Sendable {
    let rules: CauseRuleAdministration
    let errors: UnknownErrorReading

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("unknown-errors", operation: "listUnknownErrors", use: listErrors)
        routes.needs(ReadEvents.self).get("cause-rules", operation: "listCauseRules", use: list)
        routes.needs(ManageSettings.self).post("cause-rules", operation: "createCauseRule", use: create)
        routes.needs(ReadEvents.self).get("cause-rules/{rule}", operation: "getCauseRule", use: read)
        routes.needs(ManageSettings.self).put("cause-rules/{rule}", operation: "replaceCauseRule", use: replace)
        routes.needs(ManageSettings.self).delete("cause-rules/{rule}", operation: "deleteCauseRule", use: delete)
    }

    private func listErrors(_ call: APICall<ReadEvents>) async throws -> Response {
        var query = try call.request.queryFields()
        let limit = query.read(CauseRuleInputs.list)
        try query.finish()
        return try await .json(
            ResponseSchema<UnknownErrorListing>.unknownErrors.json(errors.all(upTo: limit, grant: call.grant))
        )
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        try await .json(ResponseSchema<CauseRule>.causeRule.list(rules.rules(grant: call.grant).all))
    }

    private func create(_ call: APICall<ManageSettings>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(CauseRuleInputs.draft)
        try fields.finish()
        let rule = try await rules.create(draft, grant: call.grant)
        return .created(ResponseSchema<CauseRule>.causeRule.json(rule), at: call.context.path("cause-rules", rule.id))
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        try await .json(
            ResponseSchema<CauseRule>.causeRule.json(rules.rule(call.id("rule", of: .rule), grant: call.grant))
        )
    }

    private func replace(_ call: APICall<ManageSettings>) async throws -> Response {
        let id: CauseRule.ID = try call.id("rule", of: .rule)
        var fields = try await call.request.jsonFields()
        let edit = fields.read(CauseRuleInputs.edit)
        try fields.finish()
        let rule = try await rules.replace(id, with: edit.draft, expecting: edit.version, grant: call.grant)
        return .json(ResponseSchema<CauseRule>.causeRule.json(rule))
    }

    private func delete(_ call: APICall<ManageSettings>) async throws -> Response {
        let id: CauseRule.ID = try call.id("rule", of: .rule)
        var query = try call.request.queryFields()
        let version = query.read(CauseRuleInputs.deletion)
        try query.finish()
        try await rules.delete(id, expecting: version, grant: call.grant)
        return .noContent
    }
}
