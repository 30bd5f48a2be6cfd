import HTTPTypes
import Hummingbird

/// Adds CORS headers for any site: these routes return public data, or require a key that ships in an app, and read no
/// cookie.
package struct AnyOrigin: RouterMiddleware {
    package typealias Context = GatehouseContext

    private static let exposed =
        "accept-encoding, retry-after, ratelimit, ratelimit-policy, x-request-id, x-error-reference"

    private let fields: HTTPFields

    /// - Parameter names: further response fields that pages may read.
    package init(exposing names: [HTTPField.Name] = []) {
        fields = [
            .accessControlAllowOrigin: "*", .crossOriginResourcePolicy: "cross-origin",
            .accessControlExposeHeaders: ([Self.exposed] + names.map(\.canonicalName)).joined(separator: ", "),
        ]
    }

    package func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        do {
            var response = try await next(request, context)
            for field in fields { response.headers[field.name] = field.value }
            return response
        } catch {
            // The original error of an internal failure is kept for the log.
            var failure = WebFailure(error)
            guard failure.status != .internalServerError else { throw error }
            for field in fields { failure.headers[field.name] = field.value }
            throw failure
        }
    }
}
