import Domain
import Hummingbird
import UseCases

/// A context whose tenant is known.
protocol TenantIdentifiedContext: IdentifiedContext {
    var tenant: Tenant { get }
}

extension AppContext: TenantIdentifiedContext {}
extension GoTrueContext: TenantIdentifiedContext {}

/// Gives refusals the tenant's own words, in a language that the request asks for, where it has some for their code.
/// Codes and statuses stay as they are.
struct TenantRenderer<Context: TenantIdentifiedContext>: RouterMiddleware {
    let settings: any TenantSettingsStore
    /// What the dialect calls a failure.
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
            // Our own faults are logged by their cause, and a database that is away is not asked again.
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
