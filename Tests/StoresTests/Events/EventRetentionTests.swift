import Database
import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@Suite struct EventRetentionTests {
    private func counts(_ installation: Installation) async throws -> [Int] {
        try await installation.events.read(.installation("test")) { transaction in
            try [
                transaction.value("SELECT count(*) AS n FROM events") ?? -1,
                transaction.value("SELECT count(*) AS n FROM event_counts") ?? -1,
                transaction.value("SELECT count(*) AS n FROM event_totals") ?? -1,
                transaction.value("SELECT count(*) AS n FROM item_outcomes") ?? -1,
                transaction.value("SELECT count(*) AS n FROM redated_events") ?? -1,
            ]
        }
    }

    @Test func `events are forgotten after their days and not a day before, and their counts by day stay`()
        async throws
    {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        // Of the first, the client's clock was wrong.
        _ = try await acme.deliver([acme.event(1, ago: .hours(5))], sentAt: installation.clock.now - .hours(5))
        _ = try await globex.deliver((2..<40).map { globex.event($0) })
        let early = try await counts(installation)

        installation.clock.advance(by: .days(90))
        _ = try await acme.deliver([acme.event(50)])
        try await installation.services.maintenance.turn()
        let kept = try await counts(installation)
        installation.clock.advance(by: .days(1))
        try await installation.services.maintenance.turn()
        let left = try await counts(installation)

        #expect(early[0] == 39 && early[4] == 1)
        #expect(kept[0] == 40)
        // The new event by minute, hour and day, and the day of each tenant's first events.
        #expect(left == [1, 5, 5, 1, 0])
        let query = EventQuery(from: installation.clock.now - .days(100), to: installation.clock.now)
        #expect(try await acme.services.events.histogram(query, grant: acme.system.grant()).total == 2)
        #expect(try await globex.services.events.histogram(query, grant: globex.system.grant()).total == 38)
    }

    @Test func `old counts are deleted in bounded steps, and none is left out`() async throws {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        for house in [acme, globex] {
            try await house.deliver((0..<20).map { house.event($0, ago: .minutes(Int64($0) * 10)) })
        }
        let early = try await counts(installation)
        installation.clock.advance(by: .days(1000))
        let (store, now) = (installation.stores.events, installation.clock.now)
        var steps = 0

        while steps < 500 {
            let deleted = try await store.forget(before: now - .days(90), limit: 3)
            #expect(deleted <= 40)
            if deleted == 0 { break }
            steps += 1
        }

        let left = try await counts(installation)
        #expect(early[0] == 40 && early[1] > 40)
        #expect(steps > 20 && Array(left.prefix(3)) == [0, 0, 0])
    }

    @Test func `buckets and answers that have served their time are forgotten`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        _ = try await acme.signIn(ada)
        let answer = RememberedAnswer(status: 201, contentType: "text/plain", body: Data("done".utf8))
        _ = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) { answer }
        func rows() async throws -> [Int] {
            try await acme.installation.control.read(.installation("test")) { transaction in
                try [
                    transaction.value("SELECT count(*) AS n FROM rate_limits") ?? -1,
                    transaction.value("SELECT count(*) AS n FROM idempotency_keys") ?? -1,
                ]
            }
        }

        try await acme.services.maintenance.turn()
        let before = try await rows()
        acme.installation.clock.advance(by: .days(8))
        try await acme.services.maintenance.turn()

        #expect(before[0] > 0 && before[1] == 1)
        #expect(try await rows() == [0, 0])
    }
}
