import HTTPTypes
import Hummingbird

/// Adds routes by their HTTP method.
package protocol RouteVerbs<Context, Granted> {
    associatedtype Context: RequestContext
    /// What the call of a handler has as its grant; `Void` where no permission is needed.
    associatedtype Granted: Sendable

    /// What the routes are added to.
    var granted: GrantedRoutes<Context, Granted> { get }
}

extension RouteVerbs {
    /// Runs when the permission of its route is checked.
    package typealias Handler<Answer> = @Sendable (RouteCall<Context, Granted>) async throws -> Answer

    /// Adds a route with checks of its own, which come before the permission.
    ///
    /// The handler must call `permit` before it acts: that checks the permission, and makes the call.
    package func add(
        _ method: HTTPRequest.Method,
        _ path: RouterPath,
        operation: String? = nil,
        use handler:
            @escaping @Sendable (Request, Context, _ permit: () throws -> RouteCall<Context, Granted>) async throws
            -> some ResponseGenerator
    ) {
        let authorize = granted.authorize
        granted.routes.add(method, path, operation: operation, checking: granted.permission) { request, context in
            try await handler(request, context) {
                try RouteCall(request: request, context: context, grant: authorize(context))
            }
        }
    }

    package func on(
        _ method: HTTPRequest.Method,
        _ path: RouterPath = "",
        operation: String? = nil,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(method, path, operation: operation) { _, _, permit in try await handler(permit()) }
    }

    package func get(
        _ path: RouterPath = "",
        operation: String? = nil,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        on(.get, path, operation: operation, use: handler)
    }

    package func post(
        _ path: RouterPath = "",
        operation: String? = nil,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        on(.post, path, operation: operation, use: handler)
    }

    package func put(
        _ path: RouterPath = "",
        operation: String? = nil,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        on(.put, path, operation: operation, use: handler)
    }

    package func patch(
        _ path: RouterPath = "",
        operation: String? = nil,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        on(.patch, path, operation: operation, use: handler)
    }

    package func delete(
        _ path: RouterPath = "",
        operation: String? = nil,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        on(.delete, path, operation: operation, use: handler)
    }
}
