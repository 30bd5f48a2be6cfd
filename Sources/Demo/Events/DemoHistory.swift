import Domain

/// The history of one app: all its events, the same for the same seed, size and end.
struct DemoHistory: Sendable {
    let population: DemoPopulation
    let calendar: DemoCalendar
    let seed: UInt64
    /// The place of the session whose refresh token was stolen.
    let stolen: Int?

    init(of population: DemoPopulation, seed: UInt64, calendar: DemoCalendar) {
        self.population = population
        self.calendar = calendar
        self.seed = seed
        stolen = population.app == .coachMe ? population.stolen(calendar) : nil
    }

    var app: DemoApp { population.app }

    /// The events that began within one of the slices of the calendar, the earliest first.
    func events(in slice: Range<Timestamp>) -> [DecodedEvent] {
        var day = DemoDay(self, slice)
        day.addDailyUse()
        day.addFailures()
        day.addIncidents()
        return day.events.filter { $0.content.occurredAt < calendar.now }
            .sorted { ($0.content.occurredAt, $0.content.id) < ($1.content.occurredAt, $1.content.id) }
    }

    /// The latest events of a phone, which need no request to the server.
    func liveEvents(
        of session: DemoSession,
        endingBefore time: Timestamp,
        _ random: inout SeededRandom
    ) -> [EventContent] {
        // The longest of these attempts.
        var attempt = attempt(by: session, at: time - .seconds(15), &random)
        switch random.fraction() {
        case ..<0.6:
            identify(&attempt, session)
            attempt.restore()
            attempt.wait(50...400)
            attempt.useAPI()
        case ..<0.8:
            identify(&attempt, session)
            attempt.useAPI()
        case ..<0.92:
            attempt.provider = "apple"
            attempt.cancel()
        case ..<0.97:
            identify(&attempt, session)
            attempt.failToRefresh(random.pick([DemoErrors.offline, DemoErrors.timeout]))
        default:
            identify(&attempt, session)
            attempt.failToRestore()
        }
        return attempt.events.map(\.content)
    }

    func identify(_ attempt: inout DemoAttempt, _ session: DemoSession) {
        attempt.user = population.users[session.user].id
        attempt.session = session.id
    }

    func attempt(by session: DemoSession, at time: Timestamp, _ random: inout SeededRandom) -> DemoAttempt {
        var attempt = DemoAttempt(
            by: session,
            of: app,
            with: release(of: session, at: time),
            at: time,
            SeededRandom(seed: random.next())
        )
        attempt.provider = population.users[session.user].appleSubject == nil ? "password" : "apple"
        return attempt
    }

    /// The release that a phone has: users install a release some days after it came out.
    func release(of session: DemoSession, at time: Timestamp) -> DemoRelease {
        var current = app.releases[0]
        for (number, release) in app.releases.enumerated().dropFirst() {
            var random = SeededRandom(seed: session.updateSeed, part: UInt64(number))
            let installed = calendar.time(age: release.age) + random.wait(mean: .hours(50))
            if installed <= time { current = release }
        }
        return current
    }

    /// Whether a phone has the system that cannot store sessions, at a time when it was out.
    func hasKeychainBug(_ session: DemoSession, at time: Timestamp) -> Bool {
        DemoIncident.keychainBug.apps.contains(app) && session.phone.system == DemoPhone.brokenSystem
            && calendar.range(of: .keychainBug).contains(time)
    }
}
