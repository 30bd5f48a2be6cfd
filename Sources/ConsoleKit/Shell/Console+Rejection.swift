import Domain
import Hummingbird

extension Console {
    /// Returns why a form was rejected, for the form itself. A denied action is also recorded in the audit
    /// log.
    /// - Throws: the error itself when the form can't show it.
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
