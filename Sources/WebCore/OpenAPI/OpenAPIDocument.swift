import Domain
import HTTPTypes
import StrictJSON

/// Describes every route that programs call, in OpenAPI 3.1, generated from the routes themselves.
///
/// Path, method, credentials and permission come from the route list; texts, fields and responses from the
/// `APIOperation` that the route names. The possible errors follow from both.
package struct OpenAPIDocument: Sendable {
    let routes: [RouteDescription]
    let description: APIDescription

    var json: JSONValue {
        var paths: JSONObject = [:]
        var schemas = Schemas()
        schemas.add(.problem)
        for route in routes where route.isDescribed {
            guard let operation = description.operations.first(where: { $0.id == route.operation }) else { continue }
            let description = OperationDescription(
                route: route,
                operation: operation,
                errorResponses: self.description.errors
            )
            var path = paths[route.path]?.objectValue ?? [:]
            if path.isEmpty, let parameters = description.pathParameters { path.append("parameters", parameters) }
            path.set(route.method.rawValue.lowercased(), to: description.json)
            paths.set(route.path, to: .object(path))
            description.schemas.forEach { schemas.add($0) }
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Gatehouse", "version": "1", "summary": "Sign-in, sessions and their telemetry.",
                "description": .string(Self.words),
            ],
            "servers": [["url": .string(description.address.origin)]],
            "tags": .array(
                APIOperation.Tag.allCases.map { ["name": .string($0.rawValue), "description": .string($0.summary)] }
            ),
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas.json), "headers": Self.headers,
                "responses": description.errors.sharedResponses,
                "securitySchemes": SecurityScheme.json(description.cookies),
            ],
        ]
    }

    private static let words = """
        **For backends** (`/api/v1`): keys are snake_case, times RFC 3339 in UTC with milliseconds. Lists are paginated: send \
        `next_cursor` as `cursor` until it is null. A write with an `Idempotency-Key` can be sent again without a second effect. \
        Errors are problem documents (RFC 9457) with a stable `code`; `detail` says what to do, `errors` names each field.

        **For apps** (`/api/auth`): the HTTP interface of Better Auth. Names are camelCase, errors `{"code", "message"}`. Branch on \
        status and code, never on the message.

        **For apps and backends with a Supabase SDK** (`/auth/v1`): the HTTP interface of GoTrue. Send `X-Supabase-Api-Version: 2024-01-01`: \
        errors then are `{"code", "message"}`, without it `{"code": 400, "error_code", "msg"}`.

        **For backends that check tokens** (`/t/{tenant}/oauth`, `/.well-known`): RFC 7662, RFC 7009 and RFC 7517. Requests are forms, \
        errors `{"error", "error_description", "code", "request_id", "reference"}`.

        **For telemetry** (`/ingest/v1`): a delivery is answered when it is on disk, and may be sent again.

        Everywhere: each answer of a route has an `X-Request-Id`; a connection that exceeds its limits ends with 400, 408, 414 or 431 and a \
        sentence in plain text, without one. Each error of a route has an `X-Error-Reference` too, such as `7F3K-9QXD`: show it to the user, and the \
        console's search opens the attempt by it. A `traceparent` (W3C) joins a request to the attempt that it belongs to. What \
        answers GET answers HEAD. A path that answers other methods says so with 405 and `Allow`, an unknown path with 404; under \
        `/api/auth` both are 404 without a body.
        """

    private static let headers: JSONValue = [
        "RequestID": [
            "description": "Names this answer in the server's log.", "required": true, "schema": Schema.uuid.json,
        ],
        "ErrorReference": [
            "description": "Names the attempt that failed, for the user to read out.", "required": true,
            "schema": Schema.attemptReference.json,
        ],
        "RetryAfter": ["description": "The number of seconds to wait.", "required": true, "schema": Schema.count.json],
        "Challenge": ["description": "How to authenticate.", "required": true, "schema": Schema.text.json],
    ]
}

extension RouteDescription {
    /// Pages are for users, and browsers send `OPTIONS` by themselves; every other route is described.
    var isDescribed: Bool { area != .console && method != .options }
}

/// The named schemas of a document, each once.
private struct Schemas {
    private(set) var json: JSONObject = [:]

    mutating func add(_ schema: NamedSchema) {
        guard json[schema.name] == nil else { return }
        json.set(schema.name, to: schema.schema.json)
        schema.uses.forEach { add($0) }
    }
}

extension NamedSchema {
    /// The format of `ProblemRenderer`.
    package static let problem = NamedSchema(
        name: "Problem",
        schema: Schema.object(
            [
                ("type", Schema.text.example("urn:gatehouse:problem:user_not_found")),
                ("title", Schema.text.example("User not found")),
                ("status", .integer(400...599)), ("code", Schema.text.example("user_not_found")),
                ("detail", Schema.text.example("It is not here, or not any more.")), ("request_id", .uuid),
                ("reference", .attemptReference),
                ("errors", .list(of: .named("FieldProblem"))),
            ],
            required: ["type", "title", "status", "code", "detail", "request_id", "reference"]
        ).with("description", "Why a request was rejected (RFC 9457). `code` is stable; `detail` says what to do."),
        uses: [fieldProblem]
    )

    private static let fieldProblem = NamedSchema(
        name: "FieldProblem",
        schema: Schema.object(
            [
                ("field", Schema.text.example("email")), ("code", Schema.text.example("malformed")),
                ("message", Schema.text.example("This is not an email address, like ada@example.com.")),
                ("column", Schema.count.with("description", "Of a query: the first faulty character, from 1.")),
                ("length", Schema.count.with("description", "Of a query: the number of faulty characters.")),
                ("suggestion", Schema.text.with("description", "Of a query: what can replace them.")),
            ],
            required: ["field", "code", "message"]
        ).with("description", "What is wrong with one field, and how to correct it.")
    )
}

/// What the areas contribute to the description of the API.
package struct APIDescription: Sendable {
    let operations: [APIOperation]
    let errors: ErrorResponses
    let cookies: SecurityScheme.Cookies
    /// The public address.
    let address: PublicAddress

    package init(
        operations: [APIOperation],
        errors: ErrorResponses,
        cookies: SecurityScheme.Cookies,
        address: PublicAddress
    ) {
        self.operations = operations
        self.errors = errors
        self.cookies = cookies
        self.address = address
    }
}
