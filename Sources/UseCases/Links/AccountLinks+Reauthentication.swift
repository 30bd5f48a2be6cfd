import Domain

/// Checks the codes that reauthenticate a signed-in user.
extension AccountLinks {
    /// Whether the code reauthenticates the user; uses the code up.
    func isReauthenticated(
        _ digits: String,
        _ user: User,
        from origin: RequestOrigin
    ) async throws(DomainError) -> Bool {
        guard let email = user.email else { return false }
        try await countTry(from: origin)
        guard let counted = try await counted(digits, at: email, in: user.tenant, from: origin) else { return false }
        let used = try await store.use(
            LinkUse(counted.key, for: [.reauthentication]),
            in: ActionContext(user.tenant, at: systemContext.now())
        ) { link, record throws(DomainError) in
            guard link.user == user.id else { throw .notFound(.link) }
            return UserDecision(.keep(record.user), audit: nil)
        }
        guard used != nil else { return false }
        try await limiter.giveBack(counted.claims)
        return true
    }
}
