import Domain

/// Attempts to sign in.
extension DemoAttempt {
    /// Signs in.
    /// - Parameter canStore: whether the phone can store the session.
    mutating func signIn(as user: User.ID, _ session: Session.ID, canStore: Bool = true) {
        begin()
        askForCredential()
        if provider == "apple" { verifyWithApple() }
        self.user = user
        self.session = session
        server(.tokenExchange, "auth.sign_in", took: provider == "apple" ? 6...30 : 380...620)
        phone(.tokenExchange, .success, took: 90...700)
        guard !canStore else {
            phone(.sessionStore, .success, took: 3...30)
            return
        }
        phone(.sessionStore, .failed, error: DemoErrors.notAvailable, took: 20...90)
    }

    /// Closes Apple's sheet.
    mutating func cancel() {
        begin()
        phone(.appleSheet, .cancelled, error: DemoErrors.cancelled, took: 900...12_000)
    }

    mutating func mistypePassword() {
        provider = "password"
        begin()
        phone(.passwordEntry, .success, took: 4_000...20_000)
        server(.tokenExchange, "auth.sign_in", .rejected, code: "invalid_credentials", took: 380...620)
        phone(.tokenExchange, .rejected, error: DemoErrors.wrongPassword, took: 90...700)
    }

    /// Fails before a request reaches the server.
    mutating func failOnPhone(_ stage: Stage, _ error: EventError) {
        begin()
        if stage != .appleSheet { askForCredential() }
        phone(stage, .failed, error: error, took: 200...5_000)
    }

    /// Fails because Apple's servers do not respond.
    mutating func meetOutage() {
        provider = "apple"
        begin()
        askForCredential()
        let code = "apple.server.unavailable"
        server(.appleVerify, "apple.authorization_code", .failed, code: code, took: 5_000...5_020)
        server(.tokenExchange, "auth.sign_in", .failed, code: code, took: 2...9)
        phone(.tokenExchange, .failed, error: DemoErrors.unavailable, took: 40...300)
    }

    mutating func sendWrongNonce() {
        provider = "apple"
        begin()
        askForCredential()
        let code = "apple.idtoken.nonce"
        server(.appleVerify, "apple.identity_token", .failed, code: code, took: 2...9)
        server(.tokenExchange, "auth.sign_in", .failed, code: code, took: 2...9)
        phone(.tokenExchange, .failed, error: DemoErrors.wrongNonce, took: 60...300)
    }

    mutating func begin() {
        phone(.ui, .success)
        wait(300...1_500)
    }

    mutating func askForCredential() {
        guard provider == "apple" else {
            phone(.passwordEntry, .success, took: 3_000...18_000)
            return
        }
        phone(.appleSheet, .success, took: 1_400...9_000)
        phone(.credential, .success, took: 4...40)
    }

    private mutating func verifyWithApple() {
        server(.appleVerify, "apple.identity_token", took: 2...12)
        server(.appleVerify, "apple.authorization_code", took: 120...600)
    }
}
