import Domain

/// Counts the errors that no table has.
public protocol UnknownErrorStore: Sendable {
    /// Returns the errors since the start of a day, in UTC, most frequent first.
    func unknownErrors(
        since moment: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> UnknownErrors
}
