import StrictJSON

/// Verdicts on what the server saw of someone else than the user.
extension VerdictRules {
    /// The present generation of a session's tokens began within a day, from another device, and the token is hardly
    /// older: both are in use.
    var theft: AttemptVerdict? {
        let theft = RefreshReuse.theft.rawValue
        let reuse = serverSteps.last { step in
            step.content.outcome == .rejected
                && step.content.text(ofAttribute: "refresh.class")?.hasSameBytes(as: theft) == true
        }
        guard let reuse else { return nil }
        let facts = [report(reuse)] + silence
        let behind = reuse.content.integer(ofAttribute: "refresh.generations_behind") ?? 1
        guard let age = reuse.content.integer(ofAttribute: "refresh.seconds_since_rotation"),
            Duration.seconds(age) <= Self.freshReuse, behind <= Self.freshGenerations,
            !reuse.content.attributes.contains(EventAttribute("refresh.same_device", .bool(true)))
        else { return AttemptVerdict(.unclear(.reusedToken), facts) }
        return AttemptVerdict(.attackSuspected, facts)
    }

    var forgery: AttemptVerdict? {
        guard let forged = serverSteps.last(where: { reason(of: $0, isOneOf: Self.forged) }) else { return nil }
        // An app that garbles a token reports the rejection; but so can someone who changed it.
        guard reports(of: forged.content.stage).isEmpty else {
            return AttemptVerdict(.unclear(.severalCauses), [report(forged)] + clientReports)
        }
        return AttemptVerdict(.attackSuspected, [report(forged)] + silence)
    }

    var guessing: AttemptVerdict? {
        quickGuesses(wrongPasswords, .wrongPasswords) ?? quickGuesses(wrongCodes, .wrongCodes) ?? nearbyGuesses
            ?? spraying
    }

    /// Guesses of a series that came in attempts of their own; or the password that fits, in the same rhythm.
    private var nearbyGuesses: AttemptVerdict? {
        let tries = Self.passwordTries(of: serverSteps)
        return Self.accounts(of: tries).lazy.compactMap { account in
            func isOfAccount(_ event: StoredEvent) -> Bool { event.content[.user]?.hasSameBytes(as: account) == true }
            return series(tries.filter { isOfAccount($0.event) }, evidence.guesses.filter(isOfAccount))
        }.first
    }

    /// - Parameters:
    ///   - own: the tries of one account in this attempt, at least one.
    ///   - others: the wrong ones in other attempts.
    private func series(_ own: [TimelineStep], _ others: [StoredEvent]) -> AttemptVerdict? {
        guard let last = own.last, !others.isEmpty else { return nil }
        let ownTimes = own.map(\.content.occurredAt)
        let times = (ownTimes + others.map(\.content.occurredAt)).sorted()
        let isTooQuick = zip(times, times.dropFirst(Self.guesses.least - 1)).contains { first, last in
            last.since(first) < Self.guessing && ownTimes.contains { first <= $0 && $0 <= last }
        }
        guard isTooQuick else { return nil }
        let wrong = own.count { $0.event.isGuess } + others.count
        let fact = AttemptVerdict.Evidence(.wrongPasswordsNearby, last.event, count: wrong)
        // An app that tries the same password again and again tells of it; but so can someone who guesses.
        return phoneSteps.contains { $0.content.stage == last.content.stage }
            ? AttemptVerdict(.unclear(.severalCauses), [fact] + clientReports)
            : AttemptVerdict(.attackSuspected, [fact] + silence)
    }

    /// Returns the steps that compared a password with that of an account.
    static func passwordTries(of steps: [TimelineStep]) -> [TimelineStep] {
        steps.filter { step in
            step.content.source == .server && step.content.stage == .tokenExchange && step.content[.user] != nil
                && step.content[.provider]?.hasSameBytes(as: Identity.Provider.password.rawValue) == true
                && (step.content.outcome == .success || step.event.isGuess)
        }
    }

    /// Returns the first few accounts of tries.
    static func accounts(of tries: [TimelineStep]) -> [String] {
        var accounts: [String] = []
        for account in tries.compactMap({ $0.content[.user] }) {
            guard accounts.count < maximumAccounts else { break }
            if !accounts.contains(where: account.hasSameBytes) { accounts.append(account) }
        }
        return accounts
    }

    /// No user types so quickly. An app that tries the same one again and again reports what comes of it.
    private func quickGuesses(
        _ guesses: [TimelineStep],
        _ kind: AttemptVerdict.Evidence.Kind
    ) -> AttemptVerdict? {
        let (times, others) = (guesses.map(\.content.occurredAt), Self.guesses.least - 1)
        let isTooQuick = zip(times, times.dropFirst(others)).contains { $1.since($0) < Self.guessing }
        guard let last = guesses.last, isTooQuick else { return nil }
        let fact = AttemptVerdict.Evidence(kind, last.event, count: guesses.count)
        guard reports(of: last.content.stage).count < guesses.count else {
            return AttemptVerdict(.unclear(.severalCauses), [fact] + clientReports)
        }
        return AttemptVerdict(.attackSuspected, [fact] + silence)
    }

    /// Most sign-ins of very many have wrong passwords, and no app reports this one.
    private var spraying: AttemptVerdict? {
        guard let subject, subject.content.source == .server, has(subject, Self.wrongPassword), phoneSteps.isEmpty,
            let spread = evidence.spread, spread.isGeneral || spread.isOfRelease,
            spread.all.total >= Self.sprayedResults, origin != nil || wrongPasswords.count >= Self.guessesBeforeHit
        else { return nil }
        return AttemptVerdict(.attackSuspected, [report(subject), .init(.inAll, spread.all)] + silence)
    }

    /// A token of another tenant or server.
    var foreignToken: AttemptVerdict? {
        guard let origin, origin.content.source == .server, reason(of: origin, isOneOf: Self.foreign) else {
            return nil
        }
        guard clientSteps.isEmpty else { return AttemptVerdict(.fault(.setup), [report(origin)] + clientReports) }
        return AttemptVerdict(.unclear(.oneReport), [report(origin)] + silence)
    }

    /// What the app says of the failures of a stage.
    private func reports(of stage: Stage) -> [TimelineStep] {
        phoneSteps.filter { $0.content.stage == stage && $0.content.outcome.isBroken }
    }
}
