import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Records an audit entry when a change is denied for lack of a permission.
struct DenialAuditMiddleware: RouterMiddleware {
    typealias Context = APIContext

    let denials: DenialAudit

    func handle(
        _ request: Request,
        context: APIContext,
        next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch DomainError.denied(let denial) where request.method != .get && request.method != .head {
            let attempt = "\(request.method.rawValue) \(context.endpointPath ?? "")"
            try await denials.record(denial, attempt: attempt, by: context.access)
            throw DomainError.denied(denial)
        }
    }
}
