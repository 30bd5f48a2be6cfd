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

    /// A guess of a series of which others came in other attempts; or the password that fits, after them.
    private var nearbyGuesses: AttemptVerdict? {
        let tries = Self.passwordTries(of: serverSteps)
        guard !evidence.guesses.isEmpty,
            let (step, wrong) = tries.lazy.compactMap({ step in series(around: step).map { (step, $0) } }).first
        else { return nil }
        let fact = AttemptVerdict.Evidence(.wrongPasswordsNearby, step.event, count: wrong)
        // An app that tries the same password again and again tells of it; but so can someone who guesses.
        return phoneSteps.contains { $0.content.stage == step.content.stage }
            ? AttemptVerdict(.unclear(.severalCauses), [fact] + clientReports)
            : AttemptVerdict(.attackSuspected, [fact] + silence)
    }

    /// Returns the number of wrong passwords of the same account around a try, where these are tried faster than anyone
    /// types.
    private func series(around step: TimelineStep) -> Int? {
        guard let account = step.content[.user] else { return nil }
        let time = step.content.occurredAt
        let wrong = (evidence.guesses + wrongPasswords.map(\.event)).filter { event in
            let other = event.content.occurredAt
            return event.content[.user]?.hasSameBytes(as: account) == true
                && max(time, other).since(min(time, other)) < Self.guessing
        }
        // What comes after the password that fits says nothing of it.
        let before = step.event.isGuess ? wrong : wrong.filter { $0.content.occurredAt <= time }
        let times = (before.map(\.content.occurredAt) + (step.event.isGuess ? [] : [time])).sorted()
        let isTooQuick = zip(times, times.dropFirst(Self.guesses.least - 1)).contains { first, last in
            last.since(first) < Self.guessing && first <= time && time <= last
        }
        return isTooQuick ? before.count : nil
    }

    /// Returns the latest steps that compared a password with that of an account.
    static func passwordTries(of steps: [TimelineStep]) -> [TimelineStep] {
        let tries = steps.filter { step in
            step.content.source == .server && step.content.stage == .tokenExchange && step.content[.user] != nil
                && step.content[.provider]?.hasSameBytes(as: Identity.Provider.password.rawValue) == true
                && (step.content.outcome == .success || step.event.isGuess)
        }
        return tries.suffix(maximumTries)
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
