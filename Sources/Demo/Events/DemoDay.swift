import Domain

/// Collects the events of one app on one day.
struct DemoDay {
    /// How often a session in use is restored and refreshed on a day.
    private static let restores = 0.035
    private static let refreshes = 0.018
    /// The attempts to sign in that do not succeed, for each that does.
    private static let failures = 0.2

    let history: DemoHistory
    let slice: Range<Timestamp>
    var random: SeededRandom
    private(set) var events: [DecodedEvent] = []

    init(_ history: DemoHistory, _ slice: Range<Timestamp>) {
        self.history = history
        self.slice = slice
        let day = UInt64(bitPattern: history.calendar.now.since(slice.lowerBound).wholeMilliseconds)
        random = SeededRandom(seed: history.seed, part: 2, history.app.number, day)
    }

    var app: DemoApp { history.app }

    mutating func add(_ attempt: DemoAttempt) { events += attempt.events }

    /// Adds sign-ins, restored sessions and refreshes.
    mutating func addDailyUse() {
        for session in history.population.sessions where session.isUsed(in: slice) {
            if slice.contains(session.createdAt) { signIn(session, at: session.createdAt) }
            if random.chance(Self.restores) { restore(session) }
            if random.chance(Self.refreshes) { refresh(session) }
        }
    }

    private mutating func signIn(_ session: DemoSession, at time: Timestamp) {
        let isBroken = history.hasKeychainBug(session, at: time) && random.chance(0.45)
        var attempt = history.attempt(by: session, at: time, &random)
        attempt.signIn(as: history.population.users[session.user].id, session.id, canStore: !isBroken)
        if isBroken, time < history.calendar.now - .hours(2), random.chance(0.5) {
            attempt.wait(660_000...700_000)
            attempt.finding("inc.store_failed_session_live", at: .sessionStore)
        }
        add(attempt)
    }

    private mutating func restore(_ session: DemoSession) {
        guard let time = time(of: session) else { return }
        var attempt = history.attempt(by: session, at: time, &random)
        history.identify(&attempt, session)
        let isBroken = attempt.release.version == DemoApp.brokenVersion && app == .coachMe
        guard random.chance(isBroken ? 0.3 : 0.008) else {
            attempt.restore()
            attempt.wait(50...400)
            attempt.useAPI()
            add(attempt)
            return
        }
        attempt.failToRestore()
        add(attempt)
        // Most users try again when the phone is unlocked.
        guard random.chance(0.65) else { return }
        var second = history.attempt(by: session, at: time + random.wait(mean: .minutes(20)), &random)
        history.identify(&second, session)
        second.restore()
        add(second)
    }

    private mutating func refresh(_ session: DemoSession) {
        guard let time = time(of: session) else { return }
        var attempt = history.attempt(by: session, at: time, &random)
        history.identify(&attempt, session)
        if random.chance(0.03) {
            attempt.failToRefresh(random.pick([DemoErrors.offline, DemoErrors.timeout, DemoErrors.connectionLost]))
        } else {
            attempt.refresh()
        }
        add(attempt)
    }

    /// A time of the day at which a session was in use.
    private mutating func time(of session: DemoSession) -> Timestamp? {
        let start = max(slice.lowerBound, session.createdAt + .minutes(2))
        let end = min(slice.upperBound, session.lastSeenAt)
        guard start < end else { return nil }
        return DemoDaytime.time(in: start..<end, &random)
    }

    /// Adds what users cancel, mistype and run into on every day.
    mutating func addFailures() {
        let sessions = history.population.sessions
        let signIns = sessions.count { slice.contains($0.createdAt) }
        for _ in 0..<Int((Double(signIns) * Self.failures).rounded()) {
            let time = DemoDaytime.time(in: slice, &random)
            var attempt = history.attempt(by: random.pick(sessions), at: time, &random)
            fail(&attempt)
            add(attempt)
        }
    }

    private mutating func fail(_ attempt: inout DemoAttempt) {
        switch random.fraction() {
        case ..<0.25 where app.hasPasswords: attempt.mistypePassword()
        case ..<0.7:
            attempt.provider = "apple"
            attempt.cancel()
        case ..<0.82: attempt.failOnPhone(.tokenExchange, DemoErrors.offline)
        case ..<0.9: attempt.failOnPhone(.tokenExchange, DemoErrors.timeout)
        case ..<0.95:
            attempt.provider = "apple"
            attempt.failOnPhone(.appleSheet, DemoErrors.unknownSheet)
        case ..<0.98: attempt.failOnPhone(.sessionStore, DemoErrors.locked)
        default: attempt.failOnPhone(.sessionStore, DemoErrors.diskFull)
        }
    }
}
