import Domain
import HTTPTypes
import Hummingbird

/// Adds routes that require the permission to act on the installation.
///
/// The permission is checked before the handler runs, and the handler receives the grant.
extension Routes where Context: InstallationContext {
    package func on(
        _ method: HTTPRequest.Method,
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (Request, Context, InstallationGrant) async throws -> some ResponseGenerator
    ) {
        on(method, path, operation: operation, checking: ManageTenants.name) { request, context in
            try await handler(request, context, context.installationGrant())
        }
    }

    package func get(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (Request, Context, InstallationGrant) async throws -> some ResponseGenerator
    ) {
        on(.get, path, operation: operation, needs: permission, use: handler)
    }

    package func post(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (Request, Context, InstallationGrant) async throws -> some ResponseGenerator
    ) {
        on(.post, path, operation: operation, needs: permission, use: handler)
    }

    package func put(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (Request, Context, InstallationGrant) async throws -> some ResponseGenerator
    ) {
        on(.put, path, operation: operation, needs: permission, use: handler)
    }

    package func patch(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (Request, Context, InstallationGrant) async throws -> some ResponseGenerator
    ) {
        on(.patch, path, operation: operation, needs: permission, use: handler)
    }

    package func delete(
        _ path: RouterPath = "",
        operation: String? = nil,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (Request, Context, InstallationGrant) async throws -> some ResponseGenerator
    ) {
        on(.delete, path, operation: operation, needs: permission, use: handler)
    }
}
