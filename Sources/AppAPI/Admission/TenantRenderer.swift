import Domain
import Hummingbird
import UseCases
import WebCore

/// Replaces the text of errors by the tenant's own, in a language of the request, where the tenant has one for the
/// code. Codes and statuses do not change.
struct TenantRenderer<Context: TenantIdentifiedContext>: RouterMiddleware {
    let settings: any TenantSettingsStore
    /// The dialect's code of an error.
    let code: @Sendable (WebFailure) -> String

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            var failure = WebFailure(error)
            // Internal errors keep their cause for the log, and an unavailable database is not queried again.
            guard failure.status.code < 500, let own = try? await settings.settings(of: context.tenant.id).settings
            else { throw error }
            failure.words = own.text(
                forAnswer: [code(failure), failure.code],
                in: AcceptedLanguages.of(request.headers)
            )
            throw failure
        }
    }
}
