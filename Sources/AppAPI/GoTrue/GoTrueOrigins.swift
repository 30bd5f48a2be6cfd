import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// Adds CORS headers for any site: these routes ignore cookies, so a page has no more rights than any holder of the
/// key.
struct GoTrueOrigins: RouterMiddleware {
    typealias Context = GatehouseContext

    static func expose(_ headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = "X-Total-Count, Link, X-Supabase-Api-Version, X-Request-Id"
    }

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        Self.expose(&response.headers)
        return response
    }

    @Sendable static func preflight(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, POST, PUT, DELETE", .accessControlMaxAge: "3600",
                .accessControlAllowHeaders:
                    "authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-gatehouse-key, traceparent, sentry-trace",
            ]
        )
    }
}
