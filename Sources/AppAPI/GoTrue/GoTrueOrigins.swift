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

    static let preflight = Preflight(
        methods: [.get, .post, .put, .patch, .delete],
        headers: [.authorization, .apiKey, .contentType, .xClientInfo, .xSupabaseAPIVersion, .gatehouseKey]
    )
}
