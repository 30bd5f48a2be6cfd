import HTTPTypes
import Hummingbird
import WebCore

/// Adds CORS headers for any site to a client protocol, without credentials: such a page sends no cookie, so with a
/// token or a key it has no more rights than any holder of it. Pages that use the cookie of Better Auth are checked by
/// `TrustedOrigins`.
struct ClientOrigins: RouterMiddleware {
    typealias Context = GatehouseContext

    static let betterAuth = ClientOrigins(
        exposing: [.setAuthToken, .xRetryAfter, .retryAfter, .xRequestID, .xErrorReference],
        preflight: Preflight(methods: [.get, .post], headers: [.authorization, .contentType, .apiKey, .gatehouseKey])
    )
    static let goTrue = ClientOrigins(
        exposing: [.xTotalCount, .link, .xSupabaseAPIVersion, .xRequestID, .xErrorReference],
        preflight: Preflight(
            methods: [.get, .post, .put, .patch, .delete],
            headers: [.authorization, .apiKey, .contentType, .xClientInfo, .xSupabaseAPIVersion, .gatehouseKey]
        )
    )

    let preflight: Preflight
    private let exposed: String

    private init(exposing names: [HTTPField.Name], preflight: Preflight) {
        exposed = names.map(\.rawName).joined(separator: ", ")
        self.preflight = preflight
    }

    func expose(_ headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = exposed
    }

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        expose(&response.headers)
        return response
    }
}
