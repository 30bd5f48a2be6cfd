import HTTPTypes
import Hummingbird
import NIOCore

/// Asks a client that sent `Expect: 100-continue` for the body, once a handler begins to read it.
///
/// A handler that refuses before, by the header alone, saves the client the upload.
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

/// Tells the guard of the connection that a handler reads the body.
struct BodyRequested: Sendable {}

/// A body that is asked for when it is read.
private struct InvitedContent: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let content: RequestBody
    let connection: any Channel

    func makeAsyncIterator() -> RequestBody.AsyncIterator {
        connection.triggerUserOutboundEvent(BodyRequested(), promise: nil)
        return content.makeAsyncIterator()
    }
}
