import HTTPTypes
import StrictJSON

/// The error responses of all routes: those of the area that a route belongs to, and those of its operation.
package struct ErrorResponses: Sendable {
    /// Returns the errors that follow from the kind of a route: its credentials, permission, path, fields and method.
    package typealias Table = @Sendable (RouteDescription, APIOperation) -> [ErrorResponse]

    private let tables: [RouteDescription.Area: Table]
    /// The responses that are equal in all operations, by name.
    private let shared: [String: ErrorResponse]

    package init(_ tables: [RouteDescription.Area: Table]) {
        self.tables = tables
        shared = Self.shared(tables)
    }

    func all(of route: RouteDescription, _ operation: APIOperation) -> [ErrorResponse] {
        Self.merged(Self.general(route, operation, tables) + operation.errors)
    }

    func json(_ response: ErrorResponse) -> JSONValue {
        guard shared[response.name] == response else { return response.json }
        return ["$ref": .string("#/components/responses/\(response.name)")]
    }

    var sharedResponses: JSONValue {
        .object(JSONObject(shared.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }

    private static func general(
        _ route: RouteDescription,
        _ operation: APIOperation,
        _ tables: [RouteDescription.Area: Table]
    ) -> [ErrorResponse] {
        tables[route.area]?(route, operation) ?? [.failure(of: .problem)]
    }

    /// Merges responses, so that each status occurs once with all its codes.
    private static func merged(_ responses: [ErrorResponse]) -> [ErrorResponse] {
        var merged: [ErrorResponse] = []
        for response in responses {
            if let index = merged.firstIndex(where: { $0.status == response.status }) {
                merged[index].codes += response.codes.filter { !merged[index].codes.contains($0) }
            } else {
                merged.append(response)
            }
        }
        return merged.sorted { $0.status < $1.status }
    }

    private static func shared(_ tables: [RouteDescription.Area: Table]) -> [String: ErrorResponse] {
        let query = InputDescription("q", .text, "Any field.")
        let operation = APIOperation(id: "", tag: .users, summary: "", query: [query], answers: [])
        let typical = [(RouteDescription.Area.management, .memberOrSecretKey), (.auth, .publishableKey)].flatMap {
            (area: RouteDescription.Area, authentication: RouteDescription.Authentication) in
            let route = RouteDescription(
                method: .post,
                path: "/",
                area: area,
                authentication: authentication,
                permission: nil,
                operation: nil
            )
            return merged(general(route, operation, tables))
        }
        let responses = typical.filter { ![403, 409].contains($0.status) }
        return Dictionary(responses.map { ($0.name, $0) }) { first, _ in first }
    }
}
