import Domain
import UseCases

/// One thing that someone of an app decided in the course of its history.
struct DemoDecision {
    let app: DemoApp
    let at: Timestamp
    let carryOut: @Sendable (DemoMembers) async throws -> Void

    /// The decisions of all apps, the earliest first.
    static func all(of calendar: DemoCalendar) -> [DemoDecision] {
        DemoApp.all.flatMap { app in
            planned(for: app).map { plan in
                // A short history leaves little time between an incident and its end.
                let time = min(max(plan.time.value(in: calendar), calendar.start), calendar.now - .minutes(1))
                return DemoDecision(app: app, at: time, carryOut: plan.carryOut)
            }
        }.sorted { $0.at < $1.at }
    }

    private enum PlannedTime {
        /// How long ago, as a part of the history.
        case age(Double)
        /// So long since the incident began.
        case into(DemoIncident, Duration)
        /// So long since the incident was over.
        case after(DemoIncident, Duration)

        func value(in calendar: DemoCalendar) -> Timestamp {
            switch self {
            case .age(let age): calendar.time(age: age)
            case .into(let incident, let delay): calendar.range(of: incident).lowerBound + delay
            case .after(let incident, let delay): calendar.range(of: incident).upperBound + delay
            }
        }
    }

    private struct Plan: Sendable {
        let time: PlannedTime
        let carryOut: @Sendable (DemoMembers) async throws -> Void

        init(_ time: PlannedTime, _ carryOut: @escaping @Sendable (DemoMembers) async throws -> Void) {
            self.time = time
            self.carryOut = carryOut
        }
    }

    private static func planned(for app: DemoApp) -> [Plan] {
        switch app {
        case .coachMe: ofAll + ofCoachMe
        case .infiniteStories: ofAll + ofInfiniteStories
        case .mimiSupply: ofAll + ofMimiSupply
        default: ofAll + ofMySubGuard
        }
    }

    private static let locked = "keychain.locked"
    private static let unavailable = "keychain.unavailable"
    private static let outage = "apple.server.unavailable"

    private static let ofAll = [
        Plan(.age(0.75)) { try await $0.change("net.offline", by: .expect) },
        Plan(.age(0.7)) { try await $0.change("net.timeout", by: .archiveUntilEscalating) },
        Plan(.after(.appleOutage, .hours(20))) { members in
            try await members.comment(
                on: outage,
                "Apple’s servers did not answer. No session ended; sign-ins work again."
            )
            try await members.change(outage, by: .resolve)
            try await members.change("http.upstream", by: .resolve)
        },
    ]

    private static let ofCoachMe = [
        Plan(.age(0.6)) { try await $0.addKey(.ingest, "Android app") },
        Plan(.into(.brokenRelease, .hours(20))) { members in
            try await members.assign(locked)
            try await members.comment(
                on: locked,
                "All on 2.4.0 with the app in the background: the token is read before the first unlock. 2.4.1 will wait."
            )
        },
        Plan(.into(.brokenRelease, .hours(21))) {
            try await $0.share(view: "Sessions lost while locked", "code:\(locked) outcome:failed")
        },
        Plan(.into(.brokenRelease, .hours(22))) {
            try await $0.note(
                on: locked,
                "Do not sign people out for this. Fixed in 2.4.1: the session is stored after the first unlock.",
                runbook: "https://runbooks.coachme.example/keychain"
            )
        },
        Plan(.age(0.14)) { try await $0.comment(on: locked, "2.4.1 is out. Open until most have it.") },
        Plan(.after(.stolenRefreshToken, .hours(4))) {
            try await $0.comment(on: "refresh.reused", "Called the user: it was not theirs. All sessions ended.")
        },
    ]

    private static let ofInfiniteStories = [
        Plan(.age(0.45)) { try await $0.addKey(.secret, "Story generator") },
        Plan(.into(.keychainBug, .hours(30))) { members in
            try await members.assign(unavailable)
            try await members.comment(on: unavailable, "Only iOS 26.1. Reported to Apple.")
        },
        Plan(.age(0.36)) { try await $0.set { $0.accessTokenLifetime = .minutes(15) } },
        Plan(.after(.refreshStorm, .hours(3))) {
            try await $0.comment(on: "http.throttle", "3.1.0 refreshes in a loop when two calls meet a 401.")
        },
        Plan(.after(.refreshStorm, .hours(40))) {
            try await $0.change("http.throttle", by: .resolveInRelease("3.1.1"))
        },
    ]

    private static let ofMimiSupply = [
        Plan(.age(0.9)) { try await $0.promote(3, to: .driver, skipping: 0) },
        Plan(.age(0.62)) { try await $0.promote(2, to: .partner, skipping: 10) },
        Plan(.into(.keychainBug, .hours(40))) { try await $0.assign(unavailable) },
        Plan(.age(0.31)) { try await $0.set { $0.sessionsPerUser = 10 } },
        Plan(.age(0.22)) { try await $0.promote(4, to: .driver, skipping: 20) },
        Plan(.age(0.05)) { try await $0.promote(1, to: .partner, skipping: 30) },
    ]

    private static let ofMySubGuard = [
        Plan(.age(0.45)) { try await $0.addKey(.ingest, "Web app") },
        Plan(.age(0.2)) { try await $0.set { $0.sessions.idle = .days(60) } },
        Plan(.after(.cancellations, .hours(6))) { try await $0.assign("inc.cancellation_rate") },
    ]
}
