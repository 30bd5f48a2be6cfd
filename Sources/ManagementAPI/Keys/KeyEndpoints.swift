import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of a tenant's keys.
struct KeyEndpoints: Sendable {
    let keys: KeyAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadKeys.self).get("keys", operation: "listKeys", use: list)
        routes.needs(ManageKeys.self).post("keys", operation: "createKey", use: create)
        routes.needs(ReadKeys.self).get("keys/{key}", operation: "getKey", use: read)
        routes.needs(ManageKeys.self).delete("keys/{key}", operation: "revokeKey", use: revoke)
    }

    private func list(_ call: APICall<ReadKeys>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<APIKey>.key.page(keys.page(page, grant: call.grant)))
    }

    private func create(_ call: APICall<ManageKeys>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(KeyInputs.draft)
        let kind = try fields.finish(draft.kind)
        let (key, text) = try await keys.create(kind: kind, name: draft.name, grant: call.grant)
        return .created(
            ResponseSchema<NewKey>.newKey.json(NewKey(key: key, text: text)),
            at: call.context.path("keys", key.id)
        )
    }

    private func read(_ call: APICall<ReadKeys>) async throws -> Response {
        try await .json(ResponseSchema<APIKey>.key.json(keys.key(call.id("key", of: .key), grant: call.grant)))
    }

    private func revoke(_ call: APICall<ManageKeys>) async throws -> Response {
        try await .json(ResponseSchema<APIKey>.key.json(keys.revoke(call.id("key", of: .key), grant: call.grant)))
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
