import Foundation
import HTTPTypes
import Hummingbird

/// Refuses a path with a control character, written out or encoded: what stands behind it is read by some and not by others.
struct PathCheck: RouterMiddleware {
    typealias Context = GatehouseContext

    func handle(
        _ request: Request, context: GatehouseContext, next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.removingPercentEncoding ?? ""
        guard path.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw WebFailure.malformedRequest("The path holds a control character.")
        }
        return try await next(request, context)
    }
}
