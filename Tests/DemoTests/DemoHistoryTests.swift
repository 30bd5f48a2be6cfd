import Domain
import Testing

@testable import Demo

struct DemoHistoryTests {
    private static let size = DemoSize(users: 1_500, sessions: 6_000, days: 30)
    private static let calendar = DemoCalendar(now: Timestamp(milliseconds: 1_764_072_000_000), days: 30)
    private static let unavailable = EventAttribute("auth.server.code", .text("apple.server.unavailable"))

    private static func history(of app: DemoApp, seed: UInt64 = 1, size: DemoSize = size) -> DemoHistory {
        let population = DemoPopulation(of: app, size: size, seed: seed, calendar: calendar)
        return DemoHistory(of: population, seed: seed, calendar: calendar)
    }

    private static func events(of app: DemoApp, seed: UInt64 = 1) -> [EventContent] {
        let history = history(of: app, seed: seed)
        return calendar.slices.flatMap { history.events(in: $0) }.map(\.content)
    }

    @Test func `there are as many users and sessions as asked for`() {
        for size in [Self.size, DemoSize(users: 41, sessions: 53, days: 7)] {
            let populations = DemoApp.all.map { Self.history(of: $0, size: size).population }

            #expect(populations.reduce(0) { $0 + $1.users.count } == size.users)
            #expect(populations.reduce(0) { $0 + $1.sessions.count } == size.sessions)
        }
    }

    @Test func `the same seed makes the same history, and another seed another one`() {
        let events = Self.events(of: .mySubGuard)

        #expect(events == Self.events(of: .mySubGuard))
        #expect(events != Self.events(of: .mySubGuard, seed: 2))
    }

    @Test(arguments: DemoApp.all)
    func `events are within the history and have ids of their own`(app: DemoApp) {
        let events = Self.events(of: app)

        #expect(!events.isEmpty)
        #expect(events.allSatisfy { $0.occurredAt >= Self.calendar.start && $0.occurredAt < Self.calendar.now })
        #expect(Set(events.map(\.id)).count == events.count)
    }

    @Test func `the broken release is worse at restoring sessions than the ones around it`() {
        let restores = Self.events(of: .coachMe).filter { $0.stage == .sessionRestore }
        func failures(of version: String) -> Double {
            let all = restores.filter { $0[.appVersion] == version }
            #expect(all.count > 50)
            return Double(all.count { $0.outcome == .failed }) / Double(max(1, all.count))
        }

        let broken = failures(of: DemoApp.brokenVersion)

        #expect(broken > 0.15)
        #expect(broken > 5 * failures(of: "2.3.1"))
        #expect(broken > 5 * failures(of: DemoApp.fixedVersion))
    }

    @Test func `the keychain bug meets one version of the system only`() {
        let failures = Self.events(of: .infiniteStories).filter {
            $0.stage == .sessionStore && $0.error?.chain.first?.code == "-25291"
        }

        #expect(failures.count > 5)
        #expect(Set(failures.map { $0[.osVersion] }) == [DemoPhone.brokenSystem])
    }

    @Test(arguments: DemoApp.all)
    func `Apple fails while it is down and at no other time`(app: DemoApp) {
        let outage = Self.calendar.range(of: .appleOutage)
        let verified = Self.events(of: app).filter { $0.stage == .appleVerify && $0.source == .server }
        let failed = verified.filter { $0.outcome == .failed && $0.attributes.contains(Self.unavailable) }

        #expect(!failed.isEmpty)
        #expect(failed.allSatisfy { outage.contains($0.occurredAt - .minutes(1)) || outage.contains($0.occurredAt) })
    }

    @Test func `a session ends where its refresh token was used twice`() throws {
        let population = Self.history(of: .coachMe).population
        let reused = EventAttribute("auth.server.code", .text("refresh_token_already_used"))
        let event = try #require(Self.events(of: .coachMe).first { $0.attributes.contains(reused) })

        let session = try #require(population.sessions.first { $0.id.description == event[.session] })

        #expect(session.end?.reason == .refreshReuse)
        #expect(event[.user] == population.users[session.user].id.description)
    }

    @Test func `phone and server report a sign-in under one trace id`() throws {
        let events = Self.events(of: .infiniteStories)
        let success = try #require(events.first { $0.stage == .tokenExchange && $0.outcome == .success })

        let attempt = events.filter { $0.attempt == success.attempt }

        #expect(Set(attempt.map(\.source)) == [.client, .server])
    }

    @Test func `an app for which no personal data is stored has none`() {
        let population = Self.history(of: .mySubGuard).population

        #expect(population.users.allSatisfy { $0.name == nil && $0.email == nil })
    }
}
