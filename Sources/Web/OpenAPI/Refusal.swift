import Domain
import HTTPTypes
import StrictJSON

/// One way in which a route can say no: a status, and the codes that come with it.
struct Refusal: Sendable {
    let status: Int
    let title: String
    let codes: [String]

    /// What follows from the kind of a route: its credentials, permission, path, fields and method.
    static func all(of route: RouteDescription, _ operation: APIOperation) -> [Refusal] {
        let isManagement = route.area == .management
        let takesFields = !operation.query.isEmpty || operation.body != nil || (isManagement && route.isWrite)
        var refusals: [Refusal] = []
        func add(_ status: Int, _ title: String, _ codes: [String], when isPossible: Bool = true) {
            if isPossible, !codes.isEmpty { refusals.append(Refusal(status: status, title: title, codes: codes)) }
        }
        add(
            400, "The request cannot be read.", ["malformed_request"] + (isManagement ? ["several_credentials"] : []),
            when: isManagement || takesFields)
        add(401, "No credential, or none that is good.", ["unauthenticated"], when: route.authentication != .none)
        add(403, "Not allowed.", denials(route))
        add(404, "Not here, or not any more.", absences(route))
        add(409, "Something is in the way.", conflicts(route, operation))
        add(413, "The request is too large.", ["too_large"], when: route.isWrite)
        add(415, "The content type or encoding does not fit.", ["unsupported_media_type", "unsupported_encoding"], when: route.isWrite)
        add(422, "Some fields need mending; `errors` names each.", ["invalid_fields"], when: takesFields)
        add(500, "A fault of ours.", ["internal_error"])
        add(503, "Not available for a moment.", ["unavailable"])
        return refusals
    }

    private static func denials(_ route: RouteDescription) -> [String] {
        guard route.area == .management else { return [] }
        var codes = ["missing_permission", "tenant_suspended"]
        if route.isWrite { codes += ["cross_site_request", "outranked"] }
        if ["deleteUser", "disableUser"].contains(route.operation) { codes.append("own_account") }
        return codes
    }

    private static func absences(_ route: RouteDescription) -> [String] {
        ["tenant", "user", "session", "event", "key", "role"].filter { route.path.contains("{\($0)}") }.map { "\($0)_not_found" }
    }

    private static func conflicts(_ route: RouteDescription, _ operation: APIOperation) -> [String] {
        let general: [DomainError.Conflict] =
            route.area == .management && route.isWrite ? [.idempotencyKeyReused, .idempotencyInProgress] : []
        return (operation.conflicts + general).map(\.rawValue)
    }

    var json: JSONValue {
        if Self.shared.contains(status) { return ["$ref": .string("#/components/responses/\(status)")] }
        return response
    }

    private var response: JSONValue {
        var headers: JSONObject = ["X-Request-Id": ["$ref": "#/components/headers/RequestID"]]
        if status == 401 { headers.append("WWW-Authenticate", ["$ref": "#/components/headers/Challenge"]) }
        if status == 503 { headers.append("Retry-After", ["$ref": "#/components/headers/RetryAfter"]) }
        let words = "\(title) Codes: \(codes.map { "`\($0)`" }.joined(separator: ", "))."
        return [
            "description": .string(words), "headers": .object(headers),
            "content": .object([ProblemRenderer.contentType: ["schema": Schema.named(NamedSchema.problem.name).json]]),
        ]
    }

    /// Those that are the same wherever they come.
    private static let shared: Set = [401, 413, 415, 422, 500, 503]

    static var sharedResponses: JSONValue {
        let route = RouteDescription(
            method: .post, path: "/", area: .management, authentication: .memberOrSecretKey, permission: nil, operation: nil)
        let operation = APIOperation(id: "", tag: .users, summary: "", answers: [])
        let refusals = all(of: route, operation).filter { shared.contains($0.status) }
        return .object(JSONObject(refusals.map { (String($0.status), $0.response) }))
    }

    /// In the words of another format.
    static func own(_ status: HTTPResponse.Status, _ schema: NamedSchema) -> JSONValue {
        var headers: JSONObject = ["X-Request-Id": ["$ref": "#/components/headers/RequestID"]]
        if [429, 503].contains(status.code) { headers.append("Retry-After", ["$ref": "#/components/headers/RetryAfter"]) }
        return [
            "description": .string(status.reasonPhrase), "headers": .object(headers),
            "content": ["application/json": ["schema": Schema.named(schema.name).json]],
        ]
    }
}
