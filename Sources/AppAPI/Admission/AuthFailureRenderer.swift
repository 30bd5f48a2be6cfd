import Hummingbird
import UseCases
import WebCore

/// Converts the failures of signing in by the table of a dialect, so that no handler converts its own.
struct AuthFailureRenderer<Context: RequestContext>: RouterMiddleware {
    let table: @Sendable (AuthFailure) -> WebFailure

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let failure as AuthFailure { throw table(failure) }
    }
}
