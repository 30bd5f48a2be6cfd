import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of saved views of events.
struct SavedViewEndpoints: Sendable {
    let views: SavedViewAdministration

    func add(to routes: Routes<APIContext>) {
        let reading = routes.needs(ReadEvents.self)
        reading.get("views", operation: "listViews", use: list)
        reading.post("views", operation: "createView", use: create)
        reading.get("views/{view}", operation: "getView", use: read)
        reading.put("views/{view}", operation: "replaceView", use: replace)
        reading.delete("views/{view}", operation: "deleteView", use: delete)
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        try await .json(ResponseSchema<ListedView>.view.list(views.list(call.grant)))
    }

    private func create(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(SavedViewInputs.draft)
        try fields.finish()
        let created = try await views.create(draft, grant: call.grant)
        return .created(ResponseSchema<ListedView>.view.json(created), at: call.context.path("views", created.view.id))
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        try await .json(ResponseSchema<ListedView>.view.json(views.view(call.id("view", of: .view), grant: call.grant)))
    }

    private func replace(_ call: APICall<ReadEvents>) async throws -> Response {
        let id: SavedView.ID = try call.id("view", of: .view)
        var fields = try await call.request.jsonFields()
        let (draft, version) = fields.read(SavedViewInputs.replacement)
        try fields.finish()
        let changed = try await views.replace(id, with: draft, version: version, grant: call.grant)
        return .json(ResponseSchema<ListedView>.view.json(changed))
    }

    private func delete(_ call: APICall<ReadEvents>) async throws -> Response {
        try await views.delete(call.id("view", of: .view), grant: call.grant)
        return .noContent
    }
}

extension APIOperation {
    static let viewOperations: [APIOperation] = [
        APIOperation(
            id: "listViews",
            tag: .events,
            summary: "Lists the caller's saved views of events, and the shared ones, by name",
            answers: [.ok("The views.", ResponseSchema<ListedView>.view.namedList)]
        ),
        APIOperation(
            id: "createView",
            tag: .events,
            summary: "Saves a view of events",
            details:
                "A private view is seen by its owner alone. A user has at most 100 views, and a tenant 100 shared ones.",
            body: .object("ViewDraft", SavedViewInputs.draft),
            answers: [.created("The view.", ResponseSchema<ListedView>.view.named)]
        ),
        APIOperation(
            id: "getView",
            tag: .events,
            summary: "Reads a saved view",
            answers: [.ok("The view.", ResponseSchema<ListedView>.view.named)]
        ),
        APIOperation(
            id: "replaceView",
            tag: .events,
            summary: "Replaces a saved view",
            details: "A shared view of someone else needs `settings.manage`.",
            body: .object("ViewReplacement", SavedViewInputs.replacement),
            answers: [.ok("The view as it is now.", ResponseSchema<ListedView>.view.named)],
            conflicts: [.viewChanged]
        ),
        APIOperation(
            id: "deleteView",
            tag: .events,
            summary: "Deletes a saved view",
            details: "A shared view of someone else needs `settings.manage`.",
            answers: [.noContent("The view is gone.")]
        ),
    ]
}

extension ResponseSchema where Value == ListedView {
    static let view = ResponseSchema(
        "View",
        "A saved view of events.",
        [
            .init("id", .uuid) { .init($0.view.id) },
            .init("name", .text) { .string($0.view.name) },
            .init("query", Schema.text.with("description", "In the query language, in canonical form.")) {
                .string($0.view.query)
            },
            .init("filters", filtersSchema) { listed in
                .object(JSONObject(listed.view.filters.all.map { ($0.name, .string($0.value)) }))
            },
            .init("shared", .bool) { .bool($0.view.isShared) },
            .init("own", Schema.bool.with("description", "Whether the view is the caller's.")) { .bool($0.isOwn) },
            .init("can_change", Schema.bool.with("description", "Whether the caller may change and delete it.")) {
                .bool($0.canChange)
            },
            .init("created_at", .dateTime) { .init($0.view.createdAt) },
            .init("updated_at", .dateTime) { .init($0.view.updatedAt) },
            .init("version", .integer(1...Int(Int32.max))) { .integer(Int64($0.view.version)) },
        ]
    )

    private static let filtersSchema = Schema(["type": "object", "additionalProperties": ["type": "string"]])
        .with("description", "The period and the filters.")
}

/// The fields of requests about saved views.
enum SavedViewInputs {
    static let draft = Inputs { reader in
        let filters = reader.read(filters)
        let draft = SavedViewAdministration.Draft(
            name: reader.read(name),
            query: reader.read(query) ?? "",
            // A value that is no text is no filter.
            filters: filters?.map { ($0.name, $0.value.stringValue ?? "") } ?? [],
            isShared: reader.read(shared) ?? false
        )
        return draft
    }

    static let replacement = Inputs { reader in
        (
            draft: reader.read(draft),
            version: reader.read(
                .optionalInteger(
                    "version",
                    "The version that was read; another current version is a conflict. Without it any version is replaced.",
                    in: 1...Int(Int32.max)
                )
            )
        )
    }

    private static let name = Input.text(
        "name",
        "Names the view.",
        maximum: SavedView.nameMaximumLength,
        schema: .line(1...SavedView.nameMaximumLength)
    )
    private static let query = Input.optionalText(
        "query",
        "A query in the query language of events.",
        maximum: QueryLimits.canonicalBytes
    )
    private static let filters = Input.object(
        "filters",
        "The period and the filters, as in the address of the Events page: `range`, as in `24h`, or `from` and `to`; `stage` and so on."
    )
    private static let shared = Input.optionalBool(
        "shared",
        "Whether everyone in the tenant who may read events sees it; false without it."
    )
}
