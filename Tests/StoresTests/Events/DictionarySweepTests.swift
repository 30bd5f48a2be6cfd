import Database
import Domain
import Fixtures
import Foundation
import Testing
import UseCases

/// Events are kept for 90 days here, and rows of dictionaries for some hours longer.
@Suite struct DictionarySweepTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    private func event(_ id: Int, of user: String) -> DecodedEvent {
        var event = acme.event(id, message: "the keychain of \(user)", user: user)
        event.content.texts[.session] = "session of \(user)"
        event.content.texts[.installation] = "installation of \(user)"
        event.content.attempt = TraceID("0af7651916cd43dd8448eb211c80" + String(format: "%04x", id))
        return event
    }

    private func number(_ statement: SQL) async throws -> Int {
        try await installation.events.read(.installation("test")) { try $0.value(statement) ?? -1 }
    }

    /// The numbers of subjects and of messages.
    private func counts() async throws -> [Int] {
        [
            try await number("SELECT count(*) AS n FROM subjects"),
            try await number("SELECT count(*) AS n FROM messages"),
        ]
    }

    private func retired() async throws -> Int {
        try await number("SELECT count(*) AS n FROM subjects WHERE retired_at IS NOT NULL")
    }

    /// The events that name a subject or a message that is not there.
    private func broken() async throws -> Int {
        try await number(
            """
            SELECT count(*) AS n FROM events e
            WHERE NOT EXISTS (SELECT 1 FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.id = e.user_id)
                OR NOT EXISTS (SELECT 1 FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.id = e.session_id)
                OR NOT EXISTS (SELECT 1 FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.id = e.attempt_id)
                OR NOT EXISTS (SELECT 1 FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.id = e.installation_id)
                OR NOT EXISTS (SELECT 1 FROM messages m WHERE m.tenant_id = e.tenant_id AND m.id = e.message_id)
            """
        )
    }

    /// Lets maintenance find what no event names, and later delete it.
    private func sweep() async throws {
        try await installation.services.maintenance.turn()
        installation.clock.advance(by: .hours(3))
        try await installation.services.maintenance.turn()
    }

    /// Deletes all events as for a full disk, so that what they named is retired now.
    private func deleteEvents() async throws {
        while try await number("SELECT count(*) AS n FROM events") > 0 {
            _ = try await installation.stores.events.makeRoom(limit: 200, within: .seconds(60))
        }
    }

    /// The texts that are in the file of SQLite.
    private func found(_ texts: [String]) async throws -> [String] {
        guard let folder = installation.folder, let database = installation.events as? SQLiteDatabase else { return [] }
        try await database.checkpoint()
        let file = try Data(contentsOf: folder.appending(path: "events.sqlite"))
        return texts.filter { file.range(of: Data($0.utf8)) != nil }
    }

    @Test func `users, sessions, installations, attempts and messages are deleted with the last events that name them`()
        async throws
    {
        let texts = ["lovelace", "session of lovelace", "installation of lovelace", "the keychain of lovelace"]
        try await acme.deliver([event(1, of: "lovelace"), event(2, of: "lovelace")])
        let before = try await found(texts)

        installation.clock.advance(by: .days(90))
        try await sweep()
        let kept = try await counts()
        installation.clock.advance(by: .days(1))
        try await installation.services.maintenance.turn()
        let marked = try await retired()
        try await sweep()

        #expect(before == (installation.folder == nil ? [] : texts))
        #expect(kept == [5, 1] && marked == 5)
        #expect(try await counts() == [0, 0])
        #expect(try await found(texts) == [])
    }

    @Test func `what a newer event names is kept`() async throws {
        try await acme.deliver([event(1, of: "ada"), event(2, of: "bob")])
        installation.clock.advance(by: .days(90))
        try await acme.deliver([event(3, of: "ada")])
        installation.clock.advance(by: .days(2))

        try await sweep()

        #expect(try await counts() == [4, 1])
        let now = installation.clock.now
        var query = EventQuery(from: now - .days(5), to: now)
        query[.user] = "ada"
        let page = try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant())
        #expect(page.items.map(\.content.texts[.session]) == ["session of ada"])
        #expect(page.items.first?.content.error?.message == "the keychain of ada")
    }

    @Test func `numbers of subjects go on beyond four bytes`() async throws {
        try await acme.deliver([event(1, of: "ada")])
        let highest = Int(Int32.max)
        _ = try await installation.events.write(.installation("test")) {
            try $0.execute("UPDATE event_tenants SET highest_subject = \(highest)")
        }

        try await acme.deliver([event(2, of: "bob")])

        // A user, a session, an attempt and an installation.
        #expect(try await number("SELECT max(id) AS n FROM subjects") == highest + 4)
        #expect(try await number("SELECT highest_subject AS n FROM event_tenants") == highest + 4)
        let now = installation.clock.now
        var query = EventQuery(from: now - .days(5), to: now)
        query[.user] = "bob"
        let page = try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant())
        #expect(page.items.map(\.content.texts[.installation]) == ["installation of bob"])
        #expect(try await broken() == 0)
        try await deleteEvents()
        try await sweep()
        #expect(try await counts() == [0, 0])
    }

    @Test func `an event that is written with a cached number keeps what was retired`() async throws {
        try await acme.deliver([event(1, of: "ada")])
        try await deleteEvents()
        installation.clock.advance(by: .minutes(30))

        try await acme.deliver([event(1, of: "ada")])
        let marked = try await retired()
        try await sweep()

        #expect(marked == 4)
        #expect(try await retired() == 0)
        #expect(try await counts() == [4, 1])
        #expect(try await broken() == 0)
    }

    @Test func `an event that is written after the cache has expired ends the retirement`() async throws {
        try await acme.deliver([event(1, of: "ada")])
        try await deleteEvents()
        let marked = [
            try await retired(), try await number("SELECT count(*) AS n FROM messages WHERE retired_at IS NOT NULL"),
        ]
        installation.clock.advance(by: .hours(1))

        try await acme.deliver([event(1, of: "ada")])

        #expect(marked == [4, 1])
        #expect(try await retired() == 0)
        #expect(try await number("SELECT count(*) AS n FROM messages WHERE retired_at IS NOT NULL") == 0)
        #expect(try await counts() == [4, 1])
    }

    @Test func `the number of a deleted subject or message is not given again`() async throws {
        try await acme.deliver([event(1, of: "ada")])
        let highest = try await number("SELECT max(id) AS n FROM subjects")
        try await deleteEvents()
        installation.clock.advance(by: .hours(3))
        try await installation.services.maintenance.turn()
        let left = try await counts()

        try await acme.deliver([event(2, of: "bob")])

        #expect(left == [0, 0])
        #expect(try await number("SELECT min(id) AS n FROM subjects") == highest + 1)
        #expect(try await number("SELECT min(id) AS n FROM messages") == 2)
        #expect(try await broken() == 0)
    }

    @Test func `a flood of random ids gives its room back, and the tenant is no longer the largest`() async throws {
        for part in 0..<3 {
            try await acme.deliver((0..<400).map { event(part * 400 + $0, of: "bot \(part) \($0)") })
        }
        let full = try await counts()
        try await deleteEvents()
        installation.clock.advance(by: .hours(3))

        while try await installation.stores.events.makeRoom(limit: 200, within: .seconds(60)).rows > 0 {}

        #expect(full == [4800, 1200])
        #expect(try await counts() == [0, 0])
        #expect(try await number("SELECT CAST(sum(bytes) AS BIGINT) AS n FROM event_day_bytes") == 0)
    }

    @Test func `a flood of random ids is gone after its days`() async throws {
        for part in 0..<3 {
            try await acme.deliver((0..<400).map { event(part * 400 + $0, of: "bot \(part) \($0)") })
        }
        installation.clock.advance(by: .days(92))
        try await acme.deliver([event(1, of: "ada")])

        try await sweep()

        #expect(try await counts() == [4, 1])
        #expect(try await broken() == 0)
    }

    @Test func `events that arrive during a deletion never name what is deleted`() async throws {
        let longAgo = Timestamp(milliseconds: 20_000 * 86_400_000)
        for round in 0..<10 {
            try await acme.deliver((0..<20).map { event(round * 1000 + $0, of: "user \($0)") })
            try await deleteEvents()
            installation.clock.advance(by: .hours(3))

            async let deletion: Void = {
                while try await installation.stores.events.forget(before: longAgo, limit: 7) > 0 {}
            }()
            async let deliveries: Void = withThrowingTaskGroup { group in
                for part in 0..<10 {
                    group.addTask {
                        let events = (0..<20).map {
                            event(round * 1000 + (part + 1) * 20 + $0, of: "user \(($0 + part) % 20)")
                        }
                        // On a busy machine the deletion may hold the database for longer than a delivery waits.
                        var isTaken = false
                        while !isTaken {
                            do {
                                _ = try await acme.deliver(events)
                                isTaken = true
                            } catch DomainError.unavailable {}
                        }
                    }
                }
                try await group.waitForAll()
            }
            _ = try await (deletion, deliveries)

            #expect(try await broken() == 0)
        }
    }
}
