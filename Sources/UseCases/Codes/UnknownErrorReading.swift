import Domain

/// Lists the errors that no table has, for those who write rules.
public struct UnknownErrorReading: Sendable {
    public static let maximumCount = 200
    /// How far back the list goes.
    public static let days = 30

    let errors: any UnknownErrorStore
    let rules: any CauseRuleStore
    let now: @Sendable () -> Timestamp

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
        return UnknownErrorListing(errors: found.errors.map { ListedError($0, rules) }, isComplete: found.isComplete)
    }
}

/// The most frequent errors that no table has, with the rules that apply to them.
public struct UnknownErrorListing: Sendable {
    public let errors: [ListedError]
    /// Whether there are no others.
    public let isComplete: Bool
}

/// Counts the errors that no table has.
public protocol UnknownErrorStore: Sendable {
    /// Returns the errors since the start of a day, in UTC, most frequent first.
    func unknownErrors(
        since time: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> UnknownErrors
}

/// The most frequent errors that no table has.
public struct UnknownErrors: Sendable {
    public let errors: [UnknownError]
    /// Whether there are no others.
    public let isComplete: Bool

    public init(errors: [UnknownError], isComplete: Bool) {
        self.errors = errors
        self.isComplete = isComplete
    }
}

/// An error that no table has, and the rule that applies to it from now on.
public struct ListedError: Sendable, Hashable {
    public let error: UnknownError
    /// Nil when no rule matches, or not in every stage.
    public let rule: CauseRule?

    public init(_ error: UnknownError, _ rules: CauseRules) {
        self.error = error
        let seen = error.root.map { root in
            EventError(
                domain: root.domain,
                code: root.code,
                chain: error.cause.map { [.init(domain: $0.domain, code: $0.code)] } ?? []
            )
        }
        let matches = error.stages.map { stage in seen.flatMap { rules.rule(for: $0, at: stage) } }
        rule = matches.contains(nil) ? nil : matches.first ?? nil
    }
}
