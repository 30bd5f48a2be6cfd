import Domain
import HTTPTypes
import StrictJSON

/// Describes one operation of the document: a route and its `APIOperation`.
struct OperationDescription: Sendable {
    let route: RouteDescription
    let operation: APIOperation
    let errorResponses: ErrorResponses

    var json: JSONValue {
        var json: JSONObject = [
            "operationId": .string(operation.id), "tags": [.string(operation.tag.rawValue)],
            "summary": .string(operation.summary),
        ]
        if let words { json.append("description", .string(words)) }
        if operation.isDeprecated { json.append("deprecated", true) }
        let parameters =
            operation.query.map { parameter($0, in: "query") } + headers.map { parameter($0, in: "header") }
        if !parameters.isEmpty { json.append("parameters", .array(parameters)) }
        if let body = operation.body { json.append("requestBody", Self.requestBody(body)) }
        json.append("responses", .object(responses))
        json.append("security", SecurityScheme.requirement(for: route, operation))
        return .object(json)
    }

    var schemas: [NamedSchema] {
        operation.answers.compactMap(\.schema) + (operation.body?.contents.map(\.schema) ?? [])
            + errors.map(\.format.schema)
    }

    private var errors: [ErrorResponse] { errorResponses.all(of: route, operation) }

    /// The parameters of the path, for all its methods.
    var pathParameters: JSONValue? {
        let names = PathTemplate.parts(of: route.path).filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
        guard !names.isEmpty else { return nil }
        return .array(names.map { parameter(.path($0), in: "path") })
    }

    private var words: String? {
        var sentences: [String] = []
        if let details = operation.details { sentences.append(details) }
        let permissions = route.permissions.map { "`\($0.rawValue)`" }
        if !permissions.isEmpty {
            let noun = permissions.count == 1 ? "permission" : "permissions"
            sentences.append("Needs the \(noun) \(permissions.joined(separator: " and ")).")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private var headers: [InputDescription] {
        operation.headers + (route.area == .management && route.isWrite ? [.idempotencyKey] : [])
    }

    private func parameter(_ input: InputDescription, in place: String) -> JSONValue {
        [
            "name": .string(input.name), "in": .string(place), "required": .bool(input.isRequired),
            "description": .string(input.summary), "schema": input.schema.json,
        ]
    }

    private static func requestBody(_ body: APIOperation.Body) -> JSONValue {
        let content = body.contents.map { content -> (String, JSONValue) in
            var media: JSONObject = ["schema": Schema.named(content.schema.name).json]
            media.append("example", content.example)
            return (content.mediaType, .object(media))
        }
        return ["required": .bool(body.isRequired), "content": .object(JSONObject(content))]
    }

    private var responses: JSONObject {
        var responses: JSONObject = [:]
        for answer in operation.answers { responses.set(String(answer.status.code), to: response(answer)) }
        for error in errors where responses[String(error.status)] == nil {
            responses.set(String(error.status), to: errorResponses.json(error))
        }
        return responses
    }

    private func response(_ answer: APIOperation.Answer) -> JSONValue {
        var headers: JSONObject = [HTTPField.Name.xRequestID.rawName: ["$ref": "#/components/headers/RequestID"]]
        for header in answer.headers + (route.hasRequestLimit ? InputDescription.requestLimits : []) {
            headers.set(
                header.name,
                to: [
                    "description": .string(header.summary), "required": .bool(header.isRequired),
                    "schema": header.schema.json,
                ]
            )
        }
        var response: JSONObject = ["description": .string(answer.summary), "headers": .object(headers)]
        if let schema = answer.schema {
            let media: JSONValue = ["schema": Schema.named(schema.name).json]
            var content = JSONObject([(answer.mediaType, media)])
            if let binary = answer.binaryMediaType { content.append(binary, ["schema": Schema.binary.json]) }
            response.append("content", .object(content))
        }
        return .object(response)
    }
}

extension RouteDescription {
    package var isWrite: Bool { method != .get && method != .head }
}

extension InputDescription {
    package static let idempotencyKey = InputDescription(
        .idempotencyKey,
        Schema([
            "type": "string", "pattern": "^[\\x21-\\x7E]([\\x20-\\x7E]*[\\x21-\\x7E])?$", "minLength": 1,
            "maxLength": 255,
        ]),
        """
        A text of your own. The same request with the same text is done once, and answered the same, for 24 hours, to who may still make it. \
        A secret key or a one-time link is not shown again: such a repetition is answered with 409 and `idempotency_secret_withheld`.
        """
    )

    package static let knownTag = InputDescription(
        .ifNoneMatch,
        .text,
        "The `ETag` of the response that the client has."
    )

    /// Describes a path parameter.
    package static func path(_ name: String) -> InputDescription {
        switch name {
        case "tenant":
            InputDescription(
                name,
                Schema(["type": "string", "pattern": "^[a-z0-9][a-z0-9-]*[a-z0-9]$", "maxLength": 40]).example("acme"),
                isRequired: true,
                "The slug or the id of the tenant."
            )
        case "project":
            InputDescription(
                name,
                Schema(["type": "string", "pattern": "^[0-9]{1,18}$"]).example("1"),
                isRequired: true,
                "The number of the tenant, as in its DSN."
            )
        case "role": InputDescription(name, .roleName, isRequired: true, "The name of the role.")
        case "event":
            InputDescription(
                name,
                Schema([
                    "type": "string",
                    "pattern": "^[0-9]{1,15}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
                ])
                .example("1795251600000-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"),
                isRequired: true,
                "The reference of the event."
            )
        case "attempt":
            InputDescription(name, .traceID, isRequired: true, "The id of the attempt: its W3C trace id.")
        case "code":
            InputDescription(
                name,
                Schema(["type": "string", "pattern": "^[a-z0-9_]+(\\.[a-z0-9_]+)*$", "maxLength": 100])
                    .example("keychain.locked"),
                isRequired: true,
                "The canonical code."
            )
        case "release":
            InputDescription(
                name,
                Schema(["type": "string", "minLength": 1, "maxLength": 128]).example("2.4.0"),
                isRequired: true,
                "The version of the release."
            )
        case "host":
            InputDescription(
                name,
                Schema([
                    "type": "string",
                    "pattern": "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$",
                ])
                .with("maxLength", .init(HostName.maximumLength)).example("sign-in.example.com"),
                isRequired: true,
                "A host name without port."
            )
        default: InputDescription(name, .uuid, isRequired: true, "The id of the \(name).")
        }
    }
}
