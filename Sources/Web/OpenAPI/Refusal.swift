import Domain
import HTTPTypes
import StrictJSON

/// One error response of a route: a status, and its codes.
struct Refusal: Sendable, Hashable {
    /// The format of the response.
    enum Form: Sendable, Hashable {
        case problem, betterAuth, goTrue, oauth

        var schema: NamedSchema {
            switch self {
            case .problem: .problem
            case .betterAuth: .betterAuthError
            case .goTrue: .goTrueError
            case .oauth: .oauthError
            }
        }
        var mediaType: String { self == .problem ? ProblemRenderer.contentType : "application/json" }
        /// The code in this format.
        func code(_ own: String, betterAuth: String) -> String { self == .betterAuth ? betterAuth : own }
    }

    let status: Int
    let title: String
    /// Empty when the body has no code.
    var codes: [String]
    var form = Form.problem

    init(_ status: Int, _ title: String, _ codes: [String], form: Form = .problem) {
        self.status = status
        self.title = title
        self.codes = codes
        self.form = form
    }

    /// The errors that follow from the kind of a route (its credentials, permission, path, fields and method), and
    /// those that the operation adds.
    static func all(of route: RouteDescription, _ operation: APIOperation) -> [Refusal] {
        let general =
            switch route.area {
            case .auth: betterAuth(route, operation)
            case .ingest: ingest
            case .tokens: tokens(route)
            case .management: management(route, operation)
            case .account: account(route)
            case .goTrue: goTrue(route)
            case .apple: apple
            case .operations, .console: [failure(of: .problem)]
            }
        return merged(general + operation.refusals)
    }

    /// Merges responses, so that each status occurs once with all its codes.
    private static func merged(_ refusals: [Refusal]) -> [Refusal] {
        var merged: [Refusal] = []
        for refusal in refusals {
            if let place = merged.firstIndex(where: { $0.status == refusal.status }) {
                merged[place].codes += refusal.codes.filter { !merged[place].codes.contains($0) }
            } else {
                merged.append(refusal)
            }
        }
        return merged.sorted { $0.status < $1.status }
    }

    /// The internal error of a route without a store.
    static func failure(of form: Form) -> Refusal {
        Refusal(500, "A fault of ours.", [form.code("internal_error", betterAuth: "INTERNAL_SERVER_ERROR")], form: form)
    }

    /// The errors that the request did not cause.
    static func failures(of form: Form) -> [Refusal] {
        let code = form.code("unavailable", betterAuth: "SERVICE_UNAVAILABLE")
        return [failure(of: form), Refusal(503, "Not available for a moment; nothing was done.", [code], form: form)]
    }

    /// The error responses to Apple.
    private static let apple =
        [
            Refusal(
                400,
                "Apple did not sign it for this tenant's app.",
                ["invalid_notification", "malformed_request"]
            ),
            Refusal(404, "There is no such tenant, or it has no app at Apple.", ["tenant_not_found"]),
            Refusal(408, "The body did not arrive in time.", ["request_timeout"]),
            Refusal(413, "The request is too large.", ["too_large"]),
        ] + failures(of: .problem)

    private static let ingest =
        [
            Refusal(
                400,
                "Nothing of the delivery can be read.",
                ["malformed_request", "invalid_json", "missing_field", "wrong_type"]
            ),
            Refusal(401, "No ingest key, or none that is good.", ["unauthenticated"]),
            Refusal(403, "The tenant is suspended.", ["tenant_suspended"]),
            Refusal(408, "The body did not arrive in time.", ["request_timeout"]),
            Refusal(413, "The delivery is too large.", ["too_large", "too_many"]),
            Refusal(
                415,
                "The content type or encoding does not fit.",
                ["unsupported_media_type", "unsupported_encoding"]
            ),
            Refusal(
                429,
                "The key, the address or its network sends too much at once, or the key or its tenant has stored its bytes of the day.",
                ["throttled"]
            ),
            failure(of: .problem),
            Refusal(
                503,
                "Too many deliveries are under way, or the store cannot write; nothing was stored. Send it again.",
                ["unavailable"]
            ),
        ]
}

/// Writes the document.
extension Refusal {
    var json: JSONValue {
        if Self.shared[name] == self { return ["$ref": .string("#/components/responses/\(name)")] }
        return response
    }

    /// The responses that are equal in all operations, by name.
    static var sharedResponses: JSONValue {
        .object(JSONObject(shared.sorted { $0.key < $1.key }.map { ($0.key, $0.value.response) }))
    }

    private var name: String {
        let kind =
            switch status {
            case 400: "Unreadable"
            case 401: "Unauthenticated"
            case 403: "Forbidden"
            case 404: "NotFound"
            case 408, 504: "Timeout"
            case 409: "Conflict"
            case 412: "PreconditionFailed"
            case 413: "TooLarge"
            case 415: "UnsupportedMediaType"
            case 422: "InvalidFields"
            case 429: "Throttled"
            case 500: "InternalError"
            default: "Unavailable"
            }
        switch form {
        case .problem: return kind
        case .betterAuth: return "BetterAuth\(kind)"
        case .goTrue: return "GoTrue\(kind)"
        case .oauth: return "OAuth\(kind)"
        }
    }

    private static let shared: [String: Refusal] = {
        let management = RouteDescription(
            method: .post,
            path: "/",
            area: .management,
            authentication: .memberOrSecretKey,
            permission: nil,
            operation: nil
        )
        let auth = RouteDescription(
            method: .post,
            path: "/",
            area: .auth,
            authentication: .publishableKey,
            permission: nil,
            operation: nil
        )
        let operation = APIOperation(id: "", tag: .users, summary: "", answers: [])
        let general = (all(of: management, operation) + all(of: auth, operation)).filter {
            ![403, 409].contains($0.status)
        }
        return Dictionary(general.map { ($0.name, $0) }) { first, _ in first }
    }()

    private var response: JSONValue {
        var headers: JSONObject = ["X-Request-Id": ["$ref": "#/components/headers/RequestID"]]
        if status == 401, [.problem, .oauth].contains(form) {
            headers.append("WWW-Authenticate", ["$ref": "#/components/headers/Challenge"])
        }
        if status == 429 || status == 503 { headers.append("Retry-After", ["$ref": "#/components/headers/RetryAfter"]) }
        if status == 429 {
            for header in InputDescription.requestLimits {
                headers.append(
                    header.name,
                    [
                        "description": "Of a request that is counted by key or person, or of a delivery.",
                        "schema": header.schema.json,
                    ]
                )
            }
        }
        if status == 429, form == .betterAuth {
            headers.append("X-Retry-After", ["$ref": "#/components/headers/RetryAfter"])
        }
        let words = codes.isEmpty ? title : "\(title) Codes: \(codes.map { "`\($0)`" }.joined(separator: ", "))."
        return [
            "description": .string(words), "headers": .object(headers),
            "content": .object([form.mediaType: ["schema": Schema.named(form.schema.name).json]]),
            // Lists the codes in machine-readable form.
            "x-codes": .array(codes.map { .string($0) }),
        ]
    }
}
