import Domain

/// A try of a password that is to be counted.
struct PasswordGuess: Sendable {
    /// The accounts whose password it may be, at least one; known origins are looked up for the first alone.
    let accounts: [GuessedAccount]
    let origin: RequestOrigin
    /// Further claims, taken in this transaction.
    let claims: [RateLimitClaim]
    /// The anonymous attempts that all networks share; nil for a signed-in user.
    let share: AttemptShare?

    init(
        of accounts: [GuessedAccount],
        from origin: RequestOrigin,
        with claims: [RateLimitClaim] = [],
        share: AttemptShare? = nil
    ) {
        self.accounts = accounts
        self.origin = origin
        self.claims = claims
        self.share = share
    }
}
