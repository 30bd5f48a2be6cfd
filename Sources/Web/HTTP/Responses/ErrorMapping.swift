import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into an answer, in the rendering that belongs to the path. Nothing passes it.
struct ErrorMapping: RouterMiddleware {
    typealias Context = GatehouseContext

    let renderers: ErrorRenderers
    let routes: RouteList

    func handle(
        _ request: Request, context: GatehouseContext, next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let failure = failure(for: error, request, context)
            log(error, failure, context)
            return await answer(failure, to: request, context)
        }
    }

    private func failure(for error: any Error, _ request: Request, _ context: GatehouseContext) -> WebFailure {
        if let error = error as? any HTTPResponseError, error.status == .notFound, !context.isRouted {
            let methods = routes.methods(at: request.uri.path)
            return methods.isEmpty ? .unknownPath : .methodNotAllowed(allowed: methods)
        }
        return WebFailure(error)
    }

    /// The cause goes to the log, once, by the name of its type: its text may hold what the client sent.
    private func log(_ error: any Error, _ failure: WebFailure, _ context: GatehouseContext) {
        guard failure.status.code == 500 else { return }
        context.logger.error("Request failed", metadata: ["error_type": "\(type(of: error))", "route": "\(context.route)"])
    }

    private func answer(_ failure: WebFailure, to request: Request, _ context: GatehouseContext) async -> Response {
        var response = await renderers.renderer(for: request.uri.path).response(for: failure, to: request, context: context)
        if let retryAfter = failure.retryAfter, response.headers[.retryAfter] == nil {
            response.headers[.retryAfter] = String(max(1, retryAfter.secondsRoundedUp))
        }
        for field in failure.headers where response.headers[field.name] == nil {
            response.headers.append(field)
        }
        return response
    }
}

extension GatehouseContext {
    /// The router writes this where no route was found.
    private static let unroutedPath = "NotFound"

    var isRouted: Bool { endpointPath != nil && endpointPath != Self.unroutedPath }

    /// The template of the route, for logs and metrics: a closed set, unlike paths.
    var route: String { isRouted ? endpointPath ?? "unmatched" : "unmatched" }
}
