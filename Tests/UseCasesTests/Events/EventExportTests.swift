import Domain
import Fixtures
import Testing

@testable import UseCases

@Suite struct EventExportTests {
    private func site(_ count: Int) async throws -> TestTenant {
        let acme = try await TestTenant("acme", in: Installation())
        // Ten of each millisecond.
        try await acme.deliver((1...count).map { acme.event($0, ago: .minutes(1) + .milliseconds($0 / 10)) })
        return acme
    }

    private func draft(_ acme: TestTenant, after last: Event.Reference? = nil) -> EventExports.Draft {
        let now = acme.installation.clock.now
        return EventExports.Draft(
            query: EventQuery(from: now - .hours(1), to: now),
            format: .ndjson,
            after: last
        )
    }

    private func all(_ acme: TestTenant, after last: Event.Reference? = nil) async throws -> [Event.Reference] {
        let grant: Grant<ReadEvents> = try acme.system.grant()
        var export = try await acme.services.eventExports.begin(draft(acme, after: last), grant: grant)
        var found: [Event.Reference] = []
        while let events = try await export.next(grant) { found += events.map(\.reference) }
        return found
    }

    private func list(_ acme: TestTenant) async throws -> [Event.Reference] {
        var found: [Event.Reference] = []
        var cursor: Cursor?
        repeat {
            let request = PageRequest(limit: 200, cursor: cursor)
            let page = try await acme.services.events.page(draft(acme).query, request, grant: acme.system.grant())
            found += page.items.map(\.reference)
            cursor = page.next
        } while cursor != nil
        return found
    }

    @Test func `an export has the events of the list, in its order`() async throws {
        let acme = try await site(450)

        let exported = try await all(acme)

        #expect(exported.count == 450)
        #expect(try await list(acme) == exported)
    }

    @Test(arguments: [0, 7, 9, 199, 200, 448, 449])
    func `an export continues right after an event`(_ place: Int) async throws {
        let acme = try await site(450)
        let whole = try await list(acme)

        #expect(try await all(acme, after: whole[place]) == Array(whole[(place + 1)...]))
    }

    @Test func `times before now count from the beginning of an export`() async throws {
        let acme = try await site(450)
        let now = acme.installation.clock.now
        var query = EventQuery(from: now - .hours(1), to: now)
        query.condition = try QueryParser.parse("time:-10m")
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let draft = EventExports.Draft(query: query, format: .ndjson)
        var export = try await acme.services.eventExports.begin(draft, grant: grant)
        acme.installation.clock.advance(by: .minutes(20))

        var count = 0
        while let events = try await export.next(grant) { count += events.count }

        #expect(count == 450)
    }

    @Test func `an event that the query does not have is no place to continue from`() async throws {
        let acme = try await site(3)
        let absent = Event.Reference(
            occurredAt: acme.installation.clock.now - .minutes(2),
            id: acme.event(99).content.id
        )

        let error = await #expect(throws: DomainError.self) { _ = try await all(acme, after: absent) }

        guard case .invalid(let problems) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(problems.map(\.field) == ["after"])
    }

    @Test func `the audit says what was exported by whom, and how much of it`() async throws {
        let acme = try await site(3)
        let now = acme.installation.clock.now
        var query = EventQuery(from: now - .hours(1), to: now)
        query.stage = .sessionStore
        query.condition = try QueryParser.parse("outcome:failed")
        let draft = EventExports.Draft(query: query, format: .csv)
        var export = try await acme.services.eventExports.begin(draft, grant: acme.system.grant())
        try await export.recordStart()
        export.passedOn(2)

        try await export.finish(isComplete: false)

        let entries = try await acme.services.audit.page(PageRequest(), grant: acme.system.grant()).items.prefix(2)
        let fields = entries.map { $0.changes.map { "\($0.field) \($0.after ?? "")" } }
        let draftFields = [
            "format csv", "since \((now - .hours(1)).rfc3339)", "until \(now.rfc3339)",
            "filter stage session-store", "query outcome:failed",
        ]
        #expect(entries.map(\.action) == [.eventsExported, .eventExportStarted])
        #expect(fields == [draftFields + ["rows 2", "complete no"], draftFields])
    }

    @Test func `two exports of a person run at once, and leave places for others of the tenant`() async throws {
        let acme = try await site(1)
        let exports = acme.services.eventExports
        func grant(_ user: User) throws -> Grant<ReadEvents> {
            let role = try #require(Role.builtIn.first { $0.name == .admin })
            return try acme.access(user, as: role).grant()
        }
        let (ada, vic) = (try await grant(acme.add("Ada")), try await grant(acme.add("Vic")))
        var running: [EventExport] = []
        for _ in 1...2 { running.append(try await exports.begin(draft(acme), grant: ada)) }

        await #expect(throws: DomainError.throttled(retryAfter: .seconds(10))) {
            _ = try await exports.begin(draft(acme), grant: ada)
        }
        for _ in 1...2 { running.append(try await exports.begin(draft(acme), grant: vic)) }
        await #expect(throws: DomainError.throttled(retryAfter: .seconds(10))) {
            _ = try await exports.begin(draft(acme), grant: acme.system.grant())
        }

        running = []
        _ = try await exports.begin(draft(acme), grant: ada)
    }
}
