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
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
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

    /// A cause that nobody foresaw goes to the log, once: what failed in a store is there already. Its type, case and
    /// numbers are told, and none of its texts, which may hold what the client sent.
    private func log(_ error: any Error, _ failure: WebFailure, _ context: GatehouseContext) {
        guard failure.status.kind == .serverError, !(error is DomainError) else { return }
        // A failure that was made on purpose has been told where it was made.
        if error is WebFailure, failure.status.code != 500 { return }
        let summary = ErrorSummary(error)
        context.logger.log(
            level: error is CancellationError ? .info : .error,
            "Request failed",
            metadata: [
                "error_type": "\(summary.type)", "error_detail": "\(summary.detail)",
                "status": "\(failure.status.code)",
                "route": "\(context.route)",
            ]
        )
    }

    private func answer(_ failure: WebFailure, to request: Request, _ context: GatehouseContext) async -> Response {
        var response = await renderers.renderer(for: request.uri.path).response(
            for: failure,
            to: request,
            context: context
        )
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
