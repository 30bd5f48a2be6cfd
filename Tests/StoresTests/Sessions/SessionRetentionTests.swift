import Database
import Domain
import Fixtures
import Foundation
import Stores
import Testing

@testable import UseCases

/// How long ended sessions are kept, and how they are deleted.
@Suite struct SessionRetentionTests {
    private let installation: Installation
    private let acme: TestTenant
    private let ada: User

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        ada = try await acme.add("Ada")
    }

    private var now: Timestamp { installation.clock.now }

    private func count(_ condition: SQL = "TRUE") async throws -> Int {
        try await installation.control.read(.installation("test")) { transaction in
            try transaction.value("SELECT count(*) AS n FROM sessions WHERE \(sql: condition)") ?? 0
        }
    }

    private func refreshCount() async throws -> Int {
        try await installation.control.read(.installation("test")) { transaction in
            try transaction.value("SELECT count(*) AS n FROM session_refresh") ?? 0
        }
    }

    /// Adds sessions of a user, each with the state of its refresh tokens: the first was seen now, and each further one
    /// a second before the one before it.
    private func insert(_ count: Int, of user: User, areEnded: Bool = true) async throws {
        let now = now
        let rows = (0..<count).map { number in
            (id: UUID(), seenAt: now - .seconds(Int64(number)))
        }
        try await installation.control.write(.tenant(user.tenant.uuid)) { transaction in
            _ = try transaction.insertNew(
                into: "sessions",
                columns: [
                    "tenant_id", "id", "token_hash", "user_id", "kind", "created_at", "last_seen_at", "expires_at",
                    "ended_at", "end_reason",
                ],
                rows: rows.map { id, seenAt -> [SQLValue] in
                    [
                        user.tenant.sqlValue, id.sqlValue, .blob(Data(id.bytes + id.bytes)), user.id.sqlValue,
                        .text(Session.Kind.app.rawValue), seenAt.sqlValue, seenAt.sqlValue,
                        (now + .days(30)).sqlValue, areEnded ? now.sqlValue : .null,
                        areEnded ? .text(Session.EndReason.signedOut.rawValue) : .null,
                    ]
                }
            )
            _ = try transaction.insertNew(
                into: "session_refresh",
                columns: ["tenant_id", "session_id", "generation", "rotated_at", "key_version", "method"],
                rows: rows.map { id, seenAt -> [SQLValue] in
                    [
                        user.tenant.sqlValue, id.sqlValue, .integer(1), seenAt.sqlValue, .integer(1),
                        .text("password"),
                    ]
                }
            )
        }
    }

    private func limits(perUser: Int) -> SessionWalk.Limits {
        SessionWalk.Limits(now: now, endedSince: now - .days(90), perUser: perUser)
    }

    @Test func `a session goes 90 days after it ended or expired, and a live one stays`() async throws {
        let ended = try await acme.signIn(ada).session
        let expired = try await acme.signIn(ada).session
        try await acme.services.sessions.end(ended.id, grant: acme.system.grant())
        let clock = installation.clock

        clock.advance(by: .days(90))
        try await acme.services.maintenance.turn()
        #expect(try await count() == 2)

        clock.advance(by: .hours(2))
        _ = try await acme.signIn(ada)
        try await acme.services.maintenance.turn()
        #expect(try await count("id = \(ended.id)") == 0)
        #expect(try await count("id = \(expired.id)") == 1)

        clock.advance(by: .days(28))
        try await acme.services.maintenance.turn()
        #expect(try await count() == 2)
        clock.advance(by: .days(2) - .hours(1))
        try await acme.services.maintenance.turn()
        #expect(try await count("id = \(expired.id)") == 0)
        #expect(try await count() == 1)
    }

    @Test func `of a user's ended sessions those seen last are kept, and every live one`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        let (bob, eve) = (try await acme.add("Bob"), try await globex.add("Eve"))
        try await insert(1200, of: ada)
        try await insert(30, of: bob)
        try await insert(30, of: eve)
        let oldest = now - .seconds(999)
        installation.clock.advance(by: .zero - .hours(1))
        try await insert(3, of: ada, areEnded: false)
        installation.clock.advance(by: .hours(1))

        try await acme.services.maintenance.turn()

        #expect(try await count("user_id = \(ada.id) AND ended_at IS NOT NULL") == 1000)
        #expect(try await count("user_id = \(ada.id) AND ended_at IS NOT NULL AND last_seen_at < \(oldest)") == 0)
        #expect(try await count("user_id = \(ada.id) AND ended_at IS NULL") == 3)
        #expect(try await count("user_id IN \(list: [bob.id, eve.id])") == 60)
        #expect(try await refreshCount() == 1063)
    }

    @Test func `no transaction deletes more than a step, and what a restart interrupts is completed`() async throws {
        try await insert(2_000, of: ada)
        let (store, step) = (installation.stores.sessions, 150)
        var left = try await count()

        var place: SessionWalk.Place? = .start
        for _ in 0..<5 {
            let from = try #require(place)
            place = try await store.forgetEnded(limits(perUser: 100), after: from, limit: step)
            let rows = try await count()
            #expect(left - rows <= step)
            left = rows
        }
        #expect(left == 2_000 - (5 * step - 100))

        // A new process knows nothing of the place.
        place = .start
        while let from = place {
            place = try await store.forgetEnded(limits(perUser: 100), after: from, limit: step)
            let rows = try await count()
            #expect(left - rows <= step)
            left = rows
        }
        #expect(left == 100)
        #expect(try await refreshCount() == 100)
    }

    @Test func `a turn of maintenance looks at a bounded number of sessions, and the next one goes on`() async throws {
        try await insert(25_000, of: ada)

        try await acme.services.maintenance.turn()
        let left = try await count()
        try await acme.services.maintenance.turn()

        #expect(left == 6_000)
        #expect(try await count() == 1000)
    }

    @Test func `sessions that cannot be deleted do not keep old events, and the turn reports the error`() async throws {
        let stores = installation.stores
        try await acme.deliver([acme.event()])
        installation.clock.advance(by: .days(92))
        let maintenance = Maintenance(
            audit: stores.audit,
            limits: stores.limits,
            idempotency: stores.idempotency,
            links: stores.links,
            sessions: FailingSessions(real: stores.sessions),
            users: stores.users,
            events: stores.events,
            failures: stores.failures,
            apple: stores.apple,
            settings: stores.settings,
            telemetry: TelemetryStorage(),
            eventLifetime: .days(90),
            now: { [clock = installation.clock] in clock.now }
        )

        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) { try await maintenance.turn() }

        let events: Int? = try await installation.events.read(.installation("test")) { transaction in
            try transaction.value("SELECT count(*) AS n FROM events")
        }
        #expect(events == 0)
    }

    @Test func `an ended session that was deleted is as unknown as any other`() async throws {
        let signedIn = try await acme.signIn(ada)
        try await acme.services.sessions.end(signedIn.session.id, grant: acme.system.grant())
        installation.clock.advance(by: .days(91))

        try await acme.services.maintenance.turn()

        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) == nil)
        let page = try await acme.services.sessions.page(
            SessionFilter(user: ada.id),
            PageRequest(),
            grant: acme.system.grant()
        )
        #expect(page.items.isEmpty)
    }
}
