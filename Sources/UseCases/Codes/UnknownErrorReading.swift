import Domain

/// Lists the errors that no table has, for those who write rules.
public struct UnknownErrorReading: Sendable {
    public static let maximumCount = 200
    /// How far back the list goes.
    public static let days = 30

    let errors: any UnknownErrorStore
    let rules: any CauseRuleStore
    let now: @Sendable () -> Timestamp

    public init(
        errors: any UnknownErrorStore,
        rules: any CauseRuleStore,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.errors = errors
        self.rules = rules
        self.now = now
    }

    /// Returns the errors of the last days, most frequent first.
    /// - Parameter limit: up to `maximumCount`.
    public func all(
        upTo limit: Int = maximumCount,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> UnknownErrorListing {
        let rules = try await rules.rules(of: grant.tenant)
        let found = try await errors.unknownErrors(
            since: now() - .days(Int64(Self.days)),
            limit: min(limit, Self.maximumCount),
            in: grant.tenant
        )
        return UnknownErrorListing(
            errors: found.errors.map { ListedError($0, rules) },
            isComplete: found.isComplete
        )
    }
}
