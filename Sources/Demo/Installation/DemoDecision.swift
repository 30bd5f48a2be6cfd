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
                let time = min(max(plan.time(calendar), calendar.start), calendar.now - .minutes(1))
                return DemoDecision(app: app, at: time, carryOut: plan.carryOut)
            }
        }.sorted { $0.at < $1.at }
    }

    private struct Plan {
        let time: @Sendable (DemoCalendar) -> Timestamp
        let carryOut: @Sendable (DemoMembers) async throws -> Void

        /// - Parameter age: how long ago, as a part of the history.
        init(age: Double, _ carryOut: @escaping @Sendable (DemoMembers) async throws -> Void) {
            time = { $0.time(age: age) }
            self.carryOut = carryOut
        }

        /// - Parameter delay: since the incident began.
        init(
            _ delay: Duration,
            into incident: DemoIncident,
            _ carryOut: @escaping @Sendable (DemoMembers) async throws -> Void
        ) {
            time = { $0.range(of: incident).lowerBound + delay }
            self.carryOut = carryOut
        }

        /// - Parameter delay: since the incident was over.
        init(
            _ delay: Duration,
            after incident: DemoIncident,
            _ carryOut: @escaping @Sendable (DemoMembers) async throws -> Void
        ) {
            time = { $0.range(of: incident).upperBound + delay }
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
        Plan(age: 0.75) { try await $0.change("net.offline", by: .expect) },
        Plan(age: 0.7) { try await $0.change("net.timeout", by: .archiveUntilEscalating) },
        Plan(.hours(20), after: .appleOutage) { members in
            try await members.comment(
                on: outage,
                "Apple’s servers did not answer. No session ended; sign-ins work again."
            )
            try await members.change(outage, by: .resolve)
            try await members.change("http.upstream", by: .resolve)
        },
    ]

    private static let ofCoachMe = [
        Plan(age: 0.6) { try await $0.addKey(.ingest, "Android app") },
        Plan(.hours(20), into: .brokenRelease) { members in
            try await members.assign(locked)
            try await members.comment(
                on: locked,
                "All on 2.4.0 with the app in the background: the token is read before the first unlock. 2.4.1 will wait."
            )
        },
        Plan(.hours(21), into: .brokenRelease) {
            try await $0.share(view: "Sessions lost while locked", "code:\(locked) outcome:failed")
        },
        Plan(.hours(22), into: .brokenRelease) {
            try await $0.note(
                on: locked,
                "Do not sign people out for this. Fixed in 2.4.1: the session is stored after the first unlock.",
                runbook: "https://runbooks.coachme.example/keychain"
            )
        },
        Plan(age: 0.14) { try await $0.comment(on: locked, "2.4.1 is out. Open until most have it.") },
        Plan(.hours(4), after: .stolenRefreshToken) {
            try await $0.comment(on: "refresh.reused", "Called the user: it was not theirs. All sessions ended.")
        },
    ]

    private static let ofInfiniteStories = [
        Plan(age: 0.45) { try await $0.addKey(.secret, "Story generator") },
        Plan(.hours(30), into: .keychainBug) { members in
            try await members.assign(unavailable)
            try await members.comment(on: unavailable, "Only iOS 26.1. Reported to Apple.")
        },
        Plan(age: 0.36) { try await $0.set { $0.accessTokenLifetime = .minutes(15) } },
        Plan(.hours(3), after: .refreshStorm) {
            try await $0.comment(on: "http.throttle", "3.1.0 refreshes in a loop when two calls meet a 401.")
        },
        Plan(.hours(40), after: .refreshStorm) {
            try await $0.change("http.throttle", by: .resolveInRelease("3.1.1"))
        },
    ]

    private static let ofMimiSupply = [
        Plan(age: 0.9) { try await $0.promote(3, to: .driver, skipping: 0) },
        Plan(age: 0.62) { try await $0.promote(2, to: .partner, skipping: 10) },
        Plan(.hours(40), into: .keychainBug) { try await $0.assign(unavailable) },
        Plan(age: 0.31) { try await $0.set { $0.sessionsPerUser = 10 } },
        Plan(age: 0.22) { try await $0.promote(4, to: .driver, skipping: 20) },
        Plan(age: 0.05) { try await $0.promote(1, to: .partner, skipping: 30) },
    ]

    private static let ofMySubGuard = [
        Plan(age: 0.45) { try await $0.addKey(.ingest, "Web app") },
        Plan(age: 0.2) { try await $0.set { $0.sessions.idle = .days(60) } },
        Plan(.hours(6), after: .cancellations) { try await $0.assign("inc.cancellation_rate") },
    ]
}
