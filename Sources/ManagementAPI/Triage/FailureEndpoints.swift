import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of failures.
struct FailureEndpoints: Sendable {
    let failures: FailureReading
    let triage: FailureAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("failures", operation: "listFailures", use: list)
        routes.needs(TriageFailures.self).post("failures/changes", operation: "changeFailures", use: changeSeveral)
        routes.needs(ReadEvents.self).get("failures/{failure}", operation: "getFailure", use: read)
        routes.needs(ReadEvents.self)
            .get("failures/{failure}/still-out", operation: "listUsersStillOut", use: listUsersStillOut)
        routes.needs(ReadEvents.self).get("failures/{failure}/changes", operation: "listFailureChanges", use: changes)
        routes.needs(TriageFailures.self).post("failures/{failure}/changes", operation: "changeFailure", use: change)
        let comments = routes.group("failures/{failure}/comments")
        comments.needs(ReadEvents.self).get(operation: "listFailureComments", use: listComments)
        comments.needs(TriageFailures.self).post(operation: "commentOnFailure", use: comment)
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let query = fields.read(FailureInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        let found = try await failures.list(query, page, grant: call.grant).page
        return .json(ResponseSchema<FailureSummary>.failure.partialPage(found))
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let period = fields.read(FailureInputs.detail)
        try fields.finish()
        return try await detail(of: call.id("failure", of: .failure), period, call.grant)
    }

    private func listUsersStillOut(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let period = fields.read(FailureInputs.detail)
        let page = fields.read(.page)
        try fields.finish()
        let id: FailureKey.ID = try call.id("failure", of: .failure)
        let found = try await failures.usersStillOut(of: id, period, page, grant: call.grant)
        return .json(ResponseSchema<StoredEvent>.event.page(found))
    }

    private func change(_ call: APICall<TriageFailures>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let (draft, version) = fields.read(FailureInputs.change)
        let action = try action(draft, &fields)
        let id: FailureKey.ID = try call.id("failure", of: .failure)
        let reading = try call.grant(ReadEvents.self)
        _ = try await triage.change([FailureReference(id, version: version)], by: action, grant: call.grant)
        return try await detail(of: id, .week, reading)
    }

    private func changeSeveral(_ call: APICall<TriageFailures>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let (draft, references) = fields.read(FailureInputs.bulk)
        let action = try action(draft, &fields)
        let count = try await triage.change(references, by: action, grant: call.grant)
        return .json(ResponseSchema<FailuresChanged>.failuresChanged.json(FailuresChanged(count: count)))
    }

    private func changes(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        let found = try await failures.changes(of: call.id("failure", of: .failure), page, grant: call.grant)
        return .json(ResponseSchema<TriageChange>.failureChange.page(found))
    }

    private func listComments(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        let found = try await failures.comments(on: call.id("failure", of: .failure), page, grant: call.grant)
        return .json(ResponseSchema<FailureComment>.failureComment.page(found))
    }

    private func comment(_ call: APICall<TriageFailures>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let text = fields.read(FailureInputs.commentDraft)
        try fields.finish()
        let comment = try await triage.comment(on: call.id("failure", of: .failure), text, grant: call.grant)
        return .json(ResponseSchema<FailureComment>.failureComment.json(comment))
    }

    private func detail(
        of id: FailureKey.ID,
        _ period: FailurePeriod,
        _ grant: Grant<ReadEvents>
    ) async throws -> Response {
        let detail = try await failures.failure(id, period, grant: grant)
        return .json(ResponseSchema<FailureDetail>.failureDetail.json(detail))
    }

    private func action(_ draft: FailureInputs.Draft, _ fields: inout Fields) throws -> FailureAction {
        let name = try fields.finish(draft.name)
        return try FailureAction(name, release: draft.release, count: draft.count, assignee: draft.assignee)
    }
}
