import HTTPTypes
import Hummingbird
import NIOCore

/// Sends `100 Continue` to a client that sent `Expect: 100-continue`, once a handler begins to read the body.
///
/// A handler that rejects the request by its header saves the client the upload.
struct ExpectContinueMiddleware: RouterMiddleware {
    typealias Context = GatehouseContext

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.expect] != nil else { return try await next(request, context) }
        var request = request
        request.body = RequestBody(asyncSequence: InvitedContent(content: request.body, connection: context.connection))
        return try await next(request, context)
    }
}

/// A body that is requested from the client when it is read.
private struct InvitedContent: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let content: RequestBody
    let connection: any Channel

    func makeAsyncIterator() -> RequestBody.AsyncIterator {
        connection.triggerUserOutboundEvent(BodyRequested(), promise: nil)
        return content.makeAsyncIterator()
    }
}

/// Tells the connection's guard that a handler reads the body.
struct BodyRequested: Sendable {}
