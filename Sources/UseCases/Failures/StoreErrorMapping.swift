import Domain

/// Decides what a client learns of a store's error in one step of signing in.
///
/// Waits pass through, and what an `AuthFailure` says already; this is about the rest.
enum StoreErrorMapping: Sendable {
    /// The client owns the account, and learns the error as it is.
    case shown
    /// The client must not learn whether the account, link or session exists: any such error is this failure.
    case hidden(as: AuthFailure)
    /// An error decides nothing: the client may retry.
    case unavailable
    /// A user who is gone was deleted between two steps and counts as disabled; other errors decide nothing.
    case betweenSteps

    /// Runs `work` and maps the errors of its stores.
    func run<Result>(_ work: () async throws -> Result) async throws(AuthFailure) -> Result {
        do { return try await work() } catch { throw failure(of: error) }
    }

    private func failure(of error: any Error) -> AuthFailure {
        switch error {
        case let failure as AuthFailure: failure
        case let error as DomainError: failure(of: error)
        case let error as VaultFailure: failure(of: DomainError(error))
        default: .unavailable(retryAfter: .seconds(1))
        }
    }

    private func failure(of error: DomainError) -> AuthFailure {
        switch (error, self) {
        case (.throttled(let wait), .unavailable), (.unavailable(let wait), _): .unavailable(retryAfter: wait)
        case (.throttled(let wait), _): .throttled(retryAfter: wait)
        case (.conflict(.sessionLimit), _): .signIn(.sessionLimit)
        case (.notFound, .betweenSteps): .userDisabled
        case (_, .unavailable), (_, .betweenSteps): .unavailable(retryAfter: .seconds(1))
        case (.invalid(let problems), _): .invalid(problems)
        case (.conflict(.emailTaken), _): .emailTaken
        case (_, .hidden(let failure)): failure
        case (.notFound(.identity), .shown): .account(.identityNotFound)
        case (.conflict(.lastIdentity), .shown): .account(.lastIdentity)
        case (_, .shown): .rejected(error)
        }
    }
}
