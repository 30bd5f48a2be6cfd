import Hummingbird

/// Answers each request in a task of its own, so that the stack frames of middleware and handler are freed with the
/// response.
///
/// The server has one task for each connection, and a task keeps the memory of its deepest call while it runs: about 20
/// KB for each connection that waits for its next request.
package struct TaskPerRequest<Base: HTTPResponder>: HTTPResponder where Base.Context: RequestContext {
    private let base: Base

    package init(base: Base) { self.base = base }

    package func respond(to request: Request, context: Base.Context) async throws -> Response {
        async let response = base.respond(to: request, context: context)
        return try await response
    }
}
