import Domain

/// Reauthenticates signed-in users before sensitive actions.
extension ConsoleAccess {
    /// Takes a password or a code from a signed-in user (step-up), which allows sensitive actions for a while.
    /// - Throws: `.invalid` with `code` or `password`, `.throttled`, `.unavailable`
    public func prove(
        _ authenticationState: ConsoleAuthenticationState,
        with text: String,
        from origin: RequestOrigin
    ) async throws(DomainError) {
        let account = authenticationState.consoleUser.account
        if authenticationState.factorSince != nil {
            guard try await factors.admit(text, to: account, from: origin) else { throw SecondFactors.wrongCode }
        } else {
            try await checkPassword(text, of: account, from: origin)
        }
        try await factors.prove(authenticationState.consoleUser)
    }

    private func checkPassword(
        _ password: String,
        of account: ConsoleAccount,
        from origin: RequestOrigin
    ) async throws(DomainError) {
        let candidate = try await store.candidate(account)
        guard candidate?.password != nil else {
            let sentence = LocalizableText.localizable(
                "forms.no-password",
                "Your account has no password. Sign out, sign in again, and set up two-factor authentication."
            )
            throw .invalid("password", .malformed(sentence))
        }
        guard let candidate, let email = candidate.email else { throw .denied(.proofNeeded) }
        let guess = candidate.guess
        let counted = try await limiter.takeSignIn(PasswordGuess(of: [guess.guessed(email)], from: origin)) {
            () async throws(DomainError) -> KnownOrigin? in
            try await isNetworkKnown(to: account, origin) ? .network : nil
        }
        let client = SignInClient(device: Device(), origin: origin)
        let typed = TypedPassword(text: password, guesses: [guess], hashes: 1)
        guard !(try await right(typed, counted, from: client)).isEmpty else {
            notify(of: [guess], counted, from: client)
            throw .invalid("password", .malformed(.localizable("forms.password-wrong", "This is not your password.")))
        }
        try await limiter.succeeded(counted)
    }
}
