import AppAPI
import Domain
import ManagementAPI
import Operations
import TelemetryAPI
import WebCore

extension APIDescription {
    /// The descriptions of all routes that are in the API description.
    static func all(at address: PublicAddress) -> APIDescription {
        APIDescription(
            operations: ManagementAPI.operations + APIOperation.codeOperations + AppDescription.operations
                + APIOperation.ingestOperations
                + APIOperation.healthOperations + OpenAPIRoutes.operations,
            errors: errors,
            cookies: SecurityScheme.Cookies(
                console: SetCookie.fullName(ConsoleCookie.session, isSecure: address.isSecure),
                app: AppDescription.sessionCookieName(isSecure: address.isSecure)
            ),
            address: address
        )
    }

    private static let errors = ErrorResponses(
        ManagementAPI.errors.merging(AppDescription.errors) { first, _ in first }
            .merging([.ingest: { ErrorResponse.ingest($1) }]) { first, _ in first }
    )
}
