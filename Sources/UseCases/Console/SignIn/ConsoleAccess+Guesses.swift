import Domain

/// Counts and checks tries of passwords.
extension ConsoleAccess {
    /// Counts a try before any work for it: for each account whose password it may be, and for made-up accounts up to a
    /// fixed number, so that the writes do not show how many accounts exist.
    func count(
        _ address: EmailAddress,
        of guesses: [ConsoleGuess],
        hashes: Int,
        from client: SignInClient
    ) async throws(DomainError) -> AccountTry {
        let marked = guesses.first {
            devices.device(client.deviceToken, of: $0.account, password: $0.password) != nil
        }
        // Only the first account is looked up: an account that another tenant created with this address makes no
        // network known.
        let first = marked ?? guesses.first
        var accounts = guesses.map { $0.guessed(address) }
        if let first, let context = accounts.firstIndex(of: first.guessed(address)) { accounts.swapAt(0, context) }
        for number in 0...hashes where accounts.count < hashes {
            let placeholder = GuessedAccount.placeholder(number, address)
            if !accounts.contains(placeholder) { accounts.append(placeholder) }
        }
        let byAddress = limiter.signInByAddress(tenant: nil, from: client.origin)
        let share = limiter.share(of: .consoleSignIn, tenant: nil, from: client.origin)
        return try await limiter.takeSignIn(
            PasswordGuess(of: accounts, from: client.origin, with: byAddress, share: share)
        ) {
            () async throws(DomainError) -> KnownOrigin? in
            if let first, let device = devices.device(client.deviceToken, of: first.account, password: first.password) {
                return .device(device)
            }
            // The network is looked up for an unknown address too: a rejected try does nothing else, so its time would
            // show whether the account exists.
            let account = first?.account ?? .member(systemContext.newID(), Tenant.installation)
            return try await isNetworkKnown(to: account, client.origin) ? .network : nil
        }
    }

    func isNetworkKnown(to account: ConsoleAccount, _ origin: RequestOrigin) async throws(DomainError) -> Bool {
        let limit = RateLimiter.knownSessions
        let addresses = try await store.addresses(of: account, limit: limit)
        return AddressNetwork.isNetwork(of: origin.address, among: addresses, outOf: limit)
    }

    /// Records when there were too many failures in a row. The accounts are read after the response.
    func notify(of guesses: [ConsoleGuess], _ counted: AccountTry, from client: SignInClient) {
        signIns.alarm.notify(counted) { () async throws(DomainError) -> [GuessAlarm.Account] in
            var accounts: [GuessAlarm.Account] = []
            for guess in guesses {
                guard let candidate = try await store.candidate(guess.account) else { continue }
                switch candidate {
                case .member(let user, _, _, let tenant):
                    accounts.append(.member(user, SignInContext(tenant: tenant, client: client)))
                case .operator(let account, _): accounts.append(.operator(account))
                }
            }
            return accounts
        }
    }

    /// A password with the accounts that it may belong to.
    struct TypedPassword {
        let text: String
        let guesses: [ConsoleGuess]
        /// The number of hashes to compute.
        let hashes: Int
    }

    /// Returns the accounts that the password matches. Computes `hashes` hashes, however many accounts there are and
    /// whichever matches.
    func right(
        _ password: TypedPassword,
        _ counted: AccountTry,
        from client: SignInClient
    ) async throws(DomainError) -> [(guess: ConsoleGuess, isOutdated: Bool)] {
        let guesses = password.guesses
        let isKnown =
            counted.isKnown
            || guesses.contains { devices.device(client.deviceToken, of: $0.account, password: $0.password) != nil }
        let requester = PasswordGate.Requester(client.origin, isKnown: isKnown)
        var right: [(guess: ConsoleGuess, isOutdated: Bool)] = []
        do throws(DomainError) {
            for number in 0..<password.hashes {
                let guess = number < guesses.count ? guesses[number] : nil
                let check = try await passwords.check(
                    password.text,
                    against: guess?.password,
                    for: nil,
                    from: requester
                )
                if check.isRight, let guess { right.append((guess, check.isOutdated)) }
            }
        } catch {
            // No result was shown for any account, so it was no try.
            await limiter.withdraw(counted)
            throw error
        }
        return right
    }
}
