import Database
import Domain
import Fixtures
import Testing

@testable import Stores
@testable import UseCases

/// Who is kept of each failure, whatever the order in which events arrive.
@Suite struct FailureUserWriterTests {
    /// What `failure_users` has.
    private struct Kept: Equatable {
        let failure: Int
        let version: String
        let minutesAgo: Int64
        let isLatest: Bool
        let isOut: Bool
    }

    private func kept(_ world: TriageWorld) async throws -> [Kept] {
        let now = world.clock.now
        return try await world.installation.events.read(.installation("test")) { transaction in
            try transaction.rows(
                """
                SELECT failure_id, app_version, last_at, is_latest, is_out FROM failure_users
                ORDER BY subject_id, failure_id, app_version
                """
            ).map { row in
                let age = now.since(try row.get("last_at"))
                return Kept(
                    failure: try row.get("failure_id"),
                    version: try row.get("app_version"),
                    minutesAgo: age.wholeMilliseconds / 60_000,
                    isLatest: try row.get("is_latest"),
                    isOut: try row.get("is_out")
                )
            }
        }
    }

    /// The bytes that the tenant is recorded to hold.
    private func held(_ world: TriageWorld) async throws -> Int64 {
        try await world.installation.events.read(.installation("test")) {
            try $0.value("SELECT bytes FROM tenant_bytes WHERE tenant_id = 1") ?? 0
        }
    }

    @Test func `a success that was stored before an earlier failure arrives counts`() async throws {
        let world = try await TriageWorld()

        try await world.deliver([world.success(1, user: "ada", ago: .minutes(5))])
        try await world.deliver([world.failing(2, user: "ada", ago: .minutes(6))])
        #expect(try await kept(world).map(\.isOut) == [false])

        try await world.deliver([world.failing(3, user: "ada", ago: .minutes(4))])
        try await world.deliver([world.success(4, user: "ada", ago: .minutes(5))])
        #expect(try await kept(world).map(\.isOut) == [true])

        try await world.deliver([world.success(5, user: "ada", ago: .minutes(3))])
        #expect(try await kept(world).map(\.isOut) == [false])
    }

    @Test func `a success beside another failure of its user ends an earlier one`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", ago: .minutes(9))])

        try await world.deliver([
            world.success(2, user: "ada", ago: .minutes(5)), world.other(3, user: "ada", ago: .minutes(4)),
        ])

        #expect(try await kept(world).map(\.isOut) == [false, true])
    }

    @Test func `an earlier failure that arrives late changes nothing`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", ago: .minutes(5))])
        try await world.deliver([world.success(2, user: "ada", ago: .minutes(4))])

        try await world.deliver([world.failing(3, user: "ada", ago: .minutes(9))])

        let expected = Kept(failure: 1, version: "2.4.0", minutesAgo: 5, isLatest: true, isOut: false)
        #expect(try await kept(world) == [expected])
    }

    @Test func `a repeated delivery adds no one`() async throws {
        let world = try await TriageWorld()
        let events = [world.failing(1, user: "ada", ago: .minutes(5)), world.failing(2, device: "phone")]
        try await world.deliver(events)
        let rows = try await kept(world)

        try await world.deliver(events)

        #expect(rows.count == 2)
        #expect(try await kept(world) == rows)
    }

    @Test func `versions of one person are told apart, and the latest is marked`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", release: "2.4.1", ago: .minutes(5)),
            world.failing(2, user: "ada", release: "2.4.0", ago: .minutes(9)),
        ])
        #expect(try await kept(world).map(\.isLatest) == [false, true])

        try await world.deliver([world.failing(3, user: "ada", release: "2.4.0", ago: .minutes(2))])

        #expect(try await kept(world).map(\.isLatest) == [true, false])
        #expect(try await kept(world).map(\.minutesAgo) == [2, 5])
    }

    @Test func `versions that differ in their bytes only are two`() async throws {
        let world = try await TriageWorld()

        for (id, version) in ["2.4-\u{E9}", "2.4-e\u{301}"].enumerated() {
            try await world.deliver([world.failing(id, user: "ada", release: version)])
        }
        try await world.deliver([world.success(9, user: "ada", ago: .seconds(1))])

        #expect(try await kept(world).map(\.isOut) == [false, false])
    }

    @Test func `of someone with very many failures the latest ones are kept`() async throws {
        let world = try await TriageWorld()
        let maximum = FailureUserWriter.maximumRowsOfUser
        for number in 0..<maximum {
            try await world.deliver([
                world.failing(number, user: "ada", release: "1.\(number)", ago: .minutes(Int64(100 - number)))
            ])
        }
        try await world.deliver([world.failing(200, user: "ada", release: "1.5.1", ago: .minutes(1))])
        #expect(try await kept(world).count == maximum)
        // Older than all that are kept.
        try await world.deliver([world.failing(201, user: "ada", release: "0.9", ago: .minutes(200))])

        let versions = try await kept(world).map(\.version)
        #expect(versions.count == maximum && versions.contains("1.5.1") && !versions.contains("0.9"))
        #expect(!versions.contains("1.0") && versions.contains("1.1"))
        #expect(try await world.only().users == AffectedUsers(affected: 1, stillOut: 1))
    }

    @Test func `users are spread over all samples, as the migration spreads them`() async throws {
        let world = try await TriageWorld()
        for batch in 0..<4 {
            // With its session, its attempt and its message an event takes several numbers.
            try await world.deliver(
                (0..<100).map { number in
                    var event = world.failing(batch * 100 + number, user: "user \(batch * 100 + number)")
                    event.content.texts[.session] = "session \(batch * 100 + number)"
                    event.content.attempt = TraceID(
                        bytes: [1] + (0..<15).map { UInt8(truncatingIfNeeded: batch * 100 + number &* $0 &+ $0) }
                    )
                    return event
                }
            )
        }

        let (wrong, used, all) = try await world.installation.events.read(.installation("test")) { transaction in
            try (
                transaction.value(
                    "SELECT count(*) AS n FROM failure_users WHERE sample <> ((subject_id * 40503) >> 10) & 63",
                    as: Int.self
                ),
                transaction.value("SELECT count(DISTINCT sample) AS n FROM failure_users", as: Int.self),
                transaction.value("SELECT count(*) AS n FROM failure_users", as: Int.self)
            )
        }
        #expect(wrong == 0 && all == 400 && (used ?? 0) >= 60, "\(used ?? 0)")
    }

    @Test func `a success that is only counted brings its user back`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", ago: .minutes(5)), world.failing(2, device: "phone", ago: .minutes(5)),
            world.failing(3, user: "bob", ago: .minutes(5)),
        ])
        let (now, pipeline) = (world.clock.now, EventPipeline(scrubber: Scrubber { $0 }, clock: nil))
        let sampled = [
            world.success(4, user: "ada", device: "phone", ago: .minutes(1)), world.success(5, user: "stranger"),
            world.success(6, user: "bob", ago: .minutes(9)),
        ].map { SampledEvent(pipeline.run($0, receivedAt: now), reason: "success") }

        _ = try await world.installation.stores.events.append([
            EventBatch(
                tenant: world.acme.tenant.id,
                key: nil,
                networks: nil,
                receivedAt: now,
                events: [],
                sampled: sampled,
                counted: []
            )
        ])

        #expect(try await kept(world).count { $0.isOut } == 1)
        #expect(try await world.only().users == AffectedUsers(affected: 3, stillOut: 1))
    }

    @Test(arguments: [true, false])
    func `an id that is used as a user and as an installation is both`(isOneDelivery: Bool) async throws {
        let world = try await TriageWorld()
        let events = [
            world.failing(1, device: "x", ago: .minutes(9)), world.success(2, user: "x", ago: .minutes(8)),
            world.failing(3, user: "y", ago: .minutes(9)), world.success(4, device: "y", ago: .minutes(8)),
        ]

        if isOneDelivery {
            try await world.deliver(events)
        } else {
            for event in events { try await world.deliver([event]) }
        }

        #expect(try await kept(world).map(\.isOut) == [true, true])
    }

    @Test func `the users of a tenant's deleted events are missing from the counts`() async throws {
        let world = try await TriageWorld()
        try await world.acme.set { $0.eventRetentionDays = 10 }
        try await world.deliver([
            world.failing(1, user: "ada", ago: .days(20)), world.failing(2, user: "bob", ago: .days(20)),
            world.failing(3, user: "bob", ago: .hours(1)),
        ])
        let month = FailureQuery(period: .month)
        #expect(try await world.all(month).map(\.users) == [AffectedUsers(affected: 2, stillOut: 2)])

        try await world.acme.services.maintenance.turn()

        #expect(try await kept(world).map(\.minutesAgo) == [60])
        #expect(try await world.all(month).map(\.users) == [AffectedUsers(affected: 1, stillOut: 1, isComplete: false)])
        #expect(
            try await world.all(FailureQuery(period: .week)).map(\.users) == [AffectedUsers(affected: 1, stillOut: 1)]
        )
    }

    @Test func `an erased user is not missed`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada"), world.failing(2, user: "ada", release: "2.4.1"),
            world.failing(3, user: "bob"),
        ])

        let store = world.installation.stores.events
        while try await store.erase(["ada"], in: world.acme.tenant.id, limit: 1) > 0 {}

        #expect(try await kept(world).count == 1)
        #expect(try await world.only().users == AffectedUsers(affected: 1, stillOut: 1))
    }

    @Test func `what erasing a user leaves of others is missing from the counts`() async throws {
        let world = try await TriageWorld()
        let ada = try await world.acme.add("Ada")
        let session = try await world.acme.signIn(ada).session
        try await world.acme.services.attempts.flush()
        var own = world.failing(1, device: "phone", ago: .minutes(2))
        own.content.texts[.session] = session.id.description
        var newer = world.failing(2, device: "watch", release: "2.4.1", ago: .minutes(2))
        newer.content.texts[.session] = session.id.description
        try await world.deliver([
            world.failing(3, device: "phone", ago: .minutes(5)), world.failing(4, device: "tablet"), own,
            world.failing(5, device: "watch", ago: .minutes(9)), newer,
        ])

        let store = world.installation.stores.events
        while try await store.erase([ada.id.description], in: world.acme.tenant.id, limit: 10) > 0 {}

        #expect(try await world.only().users == AffectedUsers(affected: 2, stillOut: 2, isComplete: false))
    }

    @Test func `where the installation keeps events for less than a period, users are missing from it`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", ago: .days(9)), world.failing(2, user: "bob")])

        let (store, cutoff) = (world.installation.stores.events, world.clock.now - .days(7))
        while try await store.forget(before: cutoff, limit: 1000) > 0 {}

        let month = try await world.all(FailureQuery(period: .month)).map(\.users)
        #expect(month == [AffectedUsers(affected: 1, stillOut: 1, isComplete: false)])
        #expect(
            try await world.all(FailureQuery(period: .week)).map(\.users) == [AffectedUsers(affected: 1, stillOut: 1)]
        )
    }

    @Test func `users are forgotten with the last of their events, and their bytes with them`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada"), world.success(2, user: "bob")])
        world.clock.advance(by: .days(1))
        try await world.deliver([world.failing(3, user: "bob")])
        #expect(try await kept(world).count == 2)

        world.clock.advance(by: .days(90))
        let before = try await held(world)
        try await world.acme.services.maintenance.turn()

        #expect(try await kept(world).count == 1)
        #expect(try await held(world) < before)
        world.clock.advance(by: .days(1))
        try await world.acme.services.maintenance.turn()
        #expect(try await kept(world) == [])
    }
}
