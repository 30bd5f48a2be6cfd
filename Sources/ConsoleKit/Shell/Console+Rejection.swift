import Domain
import Hummingbird

extension Console {
    /// Why a form was not carried out, for the form itself. A denied action is recorded in the audit
    /// too.
    /// - Throws: the error itself when it is about something else than the wish.
    package func rejection(
        _ error: DomainError,
        at field: String? = nil,
        _ context: TenantContext
    ) async throws -> FormRejection {
        if case .denied(let denial) = error {
            try await record(denial, at: "POST \(context.endpointPath ?? "")", context)
        }
        return try FormRejection(error, at: field, texts(context))
    }
}
