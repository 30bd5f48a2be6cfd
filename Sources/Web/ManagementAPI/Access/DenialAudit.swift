import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// Writes to the audit that someone tried a change that their role does not allow.
struct DenialAudit: RouterMiddleware {
    typealias Context = APIContext

    let refusals: RefusalAudit

    func handle(
        _ request: Request,
        context: APIContext,
        next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch DomainError.denied(let denial) where request.method != .get && request.method != .head {
            let attempt = "\(request.method.rawValue) \(context.endpointPath ?? "")"
            try await refusals.note(denial, attempt: attempt, by: context.access)
            throw DomainError.denied(denial)
        }
    }
}
