import Domain
import Hummingbird
import Logging

/// Logs one line for each request: route, status and duration. It never logs a path, a query, an address or a body.
struct AccessLog: RouterMiddleware {
    typealias Context = GatehouseContext

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        context.logger.info(
            "Request",
            metadata: [
                "method": "\(MethodName(request.method).rawValue)", "route": "\(context.route)",
                "status": "\(response.status.code)",
                "duration_ms": "\((ContinuousClock.now - start).tenthsOfMilliseconds)",
            ]
        )
        return response
    }
}

extension Duration {
    /// Milliseconds with one decimal digit.
    fileprivate var tenthsOfMilliseconds: String {
        let tenths = (self * 10).wholeMilliseconds
        return "\(tenths / 10).\(tenths % 10)"
    }
}
