import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of a tenant's keys.
struct KeyEndpoints: Sendable {
    let keys: KeyAdministration

    func add(to routes: Routes<APIContext>) {
        routes.get("keys", operation: "listKeys", needs: ReadKeys.self, use: list)
        routes.post("keys", operation: "createKey", needs: ManageKeys.self, use: create)
        routes.get("keys/{key}", operation: "getKey", needs: ReadKeys.self, use: read)
        routes.delete("keys/{key}", operation: "revokeKey", needs: ManageKeys.self, use: revoke)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadKeys>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<APIKey>.key.page(keys.page(page, grant: grant)))
    }

    @Sendable private func create(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let draft = fields.read(KeyInputs.draft)
        let kind = try fields.finish(draft.kind)
        let (key, text) = try await keys.create(kind: kind, name: draft.name, grant: grant)
        return .created(
            ResponseSchema<NewKey>.newKey.json(NewKey(key: key, text: text)),
            at: context.path("keys", key.id)
        )
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadKeys>
    ) async throws -> Response {
        try await .json(ResponseSchema<APIKey>.key.json(keys.key(context.id("key", of: .key), grant: grant)))
    }

    @Sendable private func revoke(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        try await .json(ResponseSchema<APIKey>.key.json(keys.revoke(context.id("key", of: .key), grant: grant)))
    }
}

extension APIOperation {
    static let keyOperations: [APIOperation] = [
        APIOperation(
            id: "listKeys",
            tag: .keys,
            summary: "Lists API keys, newest first",
            query: Input<PageRequest>.descriptions,
            answers: [.ok("A page of keys.", ResponseSchema<APIKey>.key.namedPage)]
        ),
        APIOperation(
            id: "createKey",
            tag: .keys,
            summary: "Creates an API key",
            details:
                "The key's value is in this response only. Creating a secret key needs every permission of that key.",
            body: .object("KeyDraft", KeyInputs.draft),
            answers: [.created("The key and its text.", ResponseSchema<NewKey>.newKey.named)]
        ),
        APIOperation(
            id: "getKey",
            tag: .keys,
            summary: "Reads an API key",
            answers: [.ok("The key.", ResponseSchema<APIKey>.key.named)]
        ),
        APIOperation(
            id: "revokeKey",
            tag: .keys,
            summary: "Revokes an API key",
            details:
                "The next request with the key is rejected. Revoking it again keeps the time of the first revocation.",
            answers: [.ok("The key as it is now.", ResponseSchema<APIKey>.key.named)]
        ),
    ]
}

/// The fields of requests about keys.
enum KeyInputs {
    static let kind: Input<APIKey.Kind?> = .oneOf(
        "kind",
        "`publishable` identifies the tenant in apps, `ingest` can only send events, `secret` acts for the tenant's backend."
    )
    static let name = Input.text(
        "name",
        "Says where the key is used.",
        maximum: APIKey.nameMaximumLength,
        schema: .line(1...APIKey.nameMaximumLength)
    )

    static let draft = Inputs { (kind: $0.read(kind), name: $0.read(name)) }
}
