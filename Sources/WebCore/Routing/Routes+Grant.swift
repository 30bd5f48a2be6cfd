import Domain
import HTTPTypes
import Hummingbird

/// Adds routes that require a permission in the tenant of the request.
///
/// The permission is checked before the handler runs, and the handler receives the grant.
extension Routes where Context: GrantingContext {
    package func on<P: Permission>(
        _ method: HTTPRequest.Method,
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: P.Type,
        use handler: @escaping @Sendable (Request, Context, Grant<P>) async throws -> some ResponseGenerator
    ) {
        on(method, path, operation: operation, checking: P.name) { request, context in
            try await handler(request, context, context.grant(P.self))
        }
    }

    package func get<P: Permission>(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: P.Type,
        use handler: @escaping @Sendable (Request, Context, Grant<P>) async throws -> some ResponseGenerator
    ) {
        on(.get, path, operation: operation, needs: permission, use: handler)
    }

    package func post<P: Permission>(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: P.Type,
        use handler: @escaping @Sendable (Request, Context, Grant<P>) async throws -> some ResponseGenerator
    ) {
        on(.post, path, operation: operation, needs: permission, use: handler)
    }

    package func put<P: Permission>(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: P.Type,
        use handler: @escaping @Sendable (Request, Context, Grant<P>) async throws -> some ResponseGenerator
    ) {
        on(.put, path, operation: operation, needs: permission, use: handler)
    }

    package func patch<P: Permission>(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: P.Type,
        use handler: @escaping @Sendable (Request, Context, Grant<P>) async throws -> some ResponseGenerator
    ) {
        on(.patch, path, operation: operation, needs: permission, use: handler)
    }

    package func delete<P: Permission>(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: P.Type,
        use handler: @escaping @Sendable (Request, Context, Grant<P>) async throws -> some ResponseGenerator
    ) {
        on(.delete, path, operation: operation, needs: permission, use: handler)
    }
}
