import Database
import Domain
import UseCases

/// Counts the errors that no table has.
extension Events: UnknownErrorStore {
    func unknownErrors(
        since moment: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> UnknownErrors {
        try await access.readList(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else {
                return UnknownErrors(errors: [], isComplete: true)
            }
            return try UnknownErrorSearch(tenant: number, since: moment).errors(limit: limit, transaction)
        }
    }
}
