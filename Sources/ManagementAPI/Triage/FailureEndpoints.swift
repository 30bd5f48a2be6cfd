import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of failures.
struct FailureEndpoints: Sendable {
    let failures: FailureReading
    let triage: FailureAdministration

    func add(to routes: Routes<APIContext>) {
        routes.get("failures", operation: "listFailures", needs: ReadEvents.self, use: list)
        routes.post("failures/changes", operation: "changeFailures", needs: TriageFailures.self, use: changeSeveral)
        routes.get("failures/{failure}", operation: "getFailure", needs: ReadEvents.self, use: read)
        routes.get("failures/{failure}/changes", operation: "listFailureChanges", needs: ReadEvents.self, use: changes)
        routes.post("failures/{failure}/changes", operation: "changeFailure", needs: TriageFailures.self, use: change)
        routes.get(
            "failures/{failure}/comments",
            operation: "listFailureComments",
            needs: ReadEvents.self,
            use: comments
        )
        routes.post(
            "failures/{failure}/comments",
            operation: "commentOnFailure",
            needs: TriageFailures.self,
            use: comment
        )
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let query = fields.read(FailureInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        let found = try await failures.list(query, page, grant: grant).page
        return .json(ResponseSchema<FailureSummary>.failure.page(found))
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let period = fields.read(FailureInputs.detail)
        try fields.finish()
        return try await detail(context, period, grant)
    }

    @Sendable private func change(
        _ request: Request,
        context: APIContext,
        grant: Grant<TriageFailures>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let (draft, version) = fields.read(FailureInputs.change)
        let action = try action(draft, &fields)
        let reference = FailureReference(try id(context), version: version)
        let reading: Grant<ReadEvents> = try context.grant()
        _ = try await triage.change([reference], by: action, grant: grant)
        return try await detail(context, .week, reading)
    }

    @Sendable private func changeSeveral(
        _ request: Request,
        context: APIContext,
        grant: Grant<TriageFailures>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let (draft, ids) = fields.read(FailureInputs.bulk)
        let action = try action(draft, &fields)
        let references = ids.map { FailureReference($0, version: nil) }
        let count = try await triage.change(references, by: action, grant: grant)
        return .json(ResponseSchema<FailuresChanged>.failuresChanged.json(FailuresChanged(count: count)))
    }

    @Sendable private func changes(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        let found = try await failures.changes(of: id(context), page, grant: grant)
        return .json(ResponseSchema<TriageChange>.failureChange.page(found))
    }

    @Sendable private func comments(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        let found = try await failures.comments(on: id(context), page, grant: grant)
        return .json(ResponseSchema<FailureComment>.failureComment.page(found))
    }

    @Sendable private func comment(
        _ request: Request,
        context: APIContext,
        grant: Grant<TriageFailures>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let text = fields.read(FailureInputs.commentDraft)
        try fields.finish()
        let comment = try await triage.comment(on: id(context), text, grant: grant)
        return .json(ResponseSchema<FailureComment>.failureComment.json(comment))
    }

    private func detail(
        _ context: APIContext,
        _ period: FailurePeriod,
        _ grant: Grant<ReadEvents>
    ) async throws -> Response {
        let detail = try await failures.failure(id(context), period, grant: grant)
        return .json(ResponseSchema<FailureDetail>.failureDetail.json(detail))
    }

    private func action(_ draft: FailureInputs.Draft, _ fields: inout Fields) throws -> FailureAction {
        let name = try fields.finish(draft.name)
        return try FailureAction(name, release: draft.release, count: draft.count, assignee: draft.assignee)
    }

    private func id(_ context: APIContext) throws(DomainError) -> FailureKey.ID {
        try context.id("failure", of: .failure)
    }
}
