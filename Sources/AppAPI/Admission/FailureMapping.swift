import Hummingbird
import WebCore

/// Answers one type of errors by the table of a dialect, so that no handler converts its own.
struct FailureMapping<Context: RequestContext, Failure: Error>: RouterMiddleware {
    let answer: @Sendable (Failure) -> WebFailure

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let failure as Failure { throw answer(failure) }
    }
}

extension Routes {
    /// Adds routes whose failures are answered by a table.
    func answering<Failure: Error>(_ answer: @escaping @Sendable (Failure) -> WebFailure) -> Routes {
        with(FailureMapping(answer: answer))
    }
}
