import HTTPTypes
import Hummingbird

/// Adds routes with another context type, made by a closure that can suspend and can reject.
///
/// Hummingbird's own child contexts are made synchronously, so a context that needs the session row would have to be
/// optional somewhere.
struct AdmittingGroup<Outer: RequestContext, Context: RequestContext>: RouterMethods {
    let parent: RouterGroup<Outer>
    let admit: @Sendable (Request, Outer) async throws -> Context

    func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        preconditionFailure("Middleware is added to a group inside")
    }

    @discardableResult
    func on<Responder: HTTPResponder>(_ path: RouterPath, method: HTTPRequest.Method, responder: Responder) -> Self
    where Responder.Context == Context {
        parent.on(path, method: method, responder: AdmittingResponder(admit: admit, responder: responder))
        return self
    }
}

private struct AdmittingResponder<Outer, Responder: HTTPResponder>: HTTPResponder {
    let admit: @Sendable (Request, Outer) async throws -> Responder.Context
    let responder: Responder

    func respond(to request: Request, context: Outer) async throws -> Response {
        try await responder.respond(to: request, context: admit(request, context))
    }
}
