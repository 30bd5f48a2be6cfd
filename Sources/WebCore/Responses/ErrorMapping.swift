import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Converts every error into a response, in the format of the path. No error passes it.
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
        } catch let redirection as Redirection {
            return .seeOther(redirection.path)
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

    /// Logs an unexpected error once; a store has already logged its own. The log gets the error's type, case and
    /// numbers, but none of its texts, which may contain client input.
    private func log(_ error: any Error, _ failure: WebFailure, _ context: GatehouseContext) {
        guard failure.status.kind == .serverError, !(error is DomainError) else { return }
        // The code that creates a deliberate failure has already logged it.
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
    /// The router's endpoint path when it found no route.
    private static let unroutedPath = "NotFound"

    package var isRouted: Bool { endpointPath != nil && endpointPath != Self.unroutedPath }

    /// The template of the route, for logs and metrics: a closed set, unlike paths.
    package var route: String { isRouted ? endpointPath ?? "unmatched" : "unmatched" }
}

/// Leads the browser to another page instead: thrown where a request is admitted, because no handler runs then.
package struct Redirection: Error, Sendable, Hashable {
    /// A path of this site.
    package let path: String

    package init(to path: String) { self.path = path }
}
