import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

/// The values that one network makes up leave room for those of other networks.
@Suite struct GrowthShareTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    private func number(_ statement: SQL) async throws -> Int {
        let found: Int? = try await installation.events.read(.installation("test")) { try $0.value(statement) }
        return found ?? 0
    }

    /// An event with a version, a device, an error and a message of its own.
    private func junk(_ number: Int) -> DecodedEvent {
        var event = acme.event(number)
        event.content.texts[.appVersion] = "0.\(number)"
        event.content.texts[.deviceModel] = "model \(number)"
        event.content.error = EventError(domain: "Junk.\(number)", code: "1", message: "junk \(number) end")
        return event
    }

    private func events(_ text: String) async throws -> Page<StoredEvent> {
        let now = installation.clock.now
        var query = EventQuery(from: now - .days(1), to: now)
        query.condition = try QueryParser.parse(text)
        return try await acme.services.events.page(query, PageRequest(limit: 50), grant: acme.system.grant())
    }

    @Test func `whatever one network makes up, a release from three others is stored and found`() async throws {
        for host in 1...40 {
            try await acme.deliver((0..<100).map { junk(host * 100 + $0) }, from: "198.51.100.\(host)")
        }
        for network in 1...3 {
            try await acme.deliver(
                (0..<2).map { place in
                    var event = acme.event(10_000 + network * 10 + place, message: "The new release broke.")
                    event.content.texts[.appVersion] = "9.9.9"
                    return event
                },
                from: "203.0.\(113 + network).7"
            )
        }

        let shapes = try await number("SELECT count(*) AS n FROM shapes WHERE app_version LIKE '0.%'")
        #expect(shapes > 2400 && shapes <= EventDictionary.shapesPerDay / 4)
        let messages = try await number("SELECT count(*) AS n FROM messages WHERE text LIKE 'junk%'")
        #expect(messages > 1200 && messages <= EventDictionary.messagesPerDay / 4)
        let failures = try await number("SELECT count(*) AS n FROM failures WHERE root_domain LIKE 'Junk%'")
        #expect(failures > 50 && failures <= EventDictionary.failuresPerDay / 4)
        let releases = try await acme.services.releases.page(PageRequest(limit: 1), grant: acme.system.grant())
        #expect(releases.items.first?.record.version == "9.9.9")
        #expect(try await events("release:9.9.9").items.count == 6)
        #expect(try await events("\"The new release broke.\"").items.count == 6)
    }

    @Test func `an address has a tenth, and an installation a twentieth`() async throws {
        for start in stride(from: 0, to: 1200, by: 100) {
            try await acme.deliver((start..<start + 100).map { junk($0) }, from: "198.51.100.7")
        }
        let shapes = try await number("SELECT count(*) AS n FROM shapes WHERE app_version LIKE '0.%'")
        #expect(shapes > 950 && shapes <= EventDictionary.shapesPerDay / 10)
        let messages = try await number("SELECT count(*) AS n FROM messages WHERE text LIKE 'junk%'")
        #expect(messages > 450 && messages <= EventDictionary.messagesPerDay / 10)

        for start in stride(from: 2000, to: 2700, by: 100) {
            try await acme.deliver(
                (start..<start + 100).map { number in
                    var event = junk(number)
                    event.content.texts[.installation] = "phone"
                    event.content.texts[.appVersion] = "1.\(number)"
                    return event
                },
                from: "203.0.113.\(start / 100)"
            )
        }
        let ofPhone = try await number("SELECT count(*) AS n FROM shapes WHERE app_version LIKE '1.%'")
        #expect(ofPhone > 450 && ofPhone <= EventDictionary.shapesPerDay / 20)
    }

    @Test func `messages for which a client has no share left are found`() async throws {
        for start in stride(from: 0, to: 600, by: 100) {
            try await acme.deliver(
                (start..<start + 100).map { acme.event($0, message: "text \($0) end") },
                from: "198.51.100.7"
            )
        }

        #expect(try await number("SELECT count(*) AS n FROM messages") <= EventDictionary.messagesPerDay / 10)
        #expect(try await events("\"text 590 end\"").items.count == 1)
        #expect(try await events("\"text 5 end\"").items.count == 1)

        // What is stored of the day counts the messages on: another network has its share.
        try await acme.deliver((1000..<1100).map { acme.event($0, message: "text \($0) end") }, from: "203.0.113.9")
        #expect(try await number("SELECT count(*) AS n FROM messages WHERE text LIKE 'text 10__ end'") == 100)
    }

    @Test func `one address does not use up the groups of runs`() async throws {
        func runs(_ versions: Range<Int>) -> [AppRunUpdate] {
            versions.map { number in
                .counts(
                    AppRunCounts(
                        startedAt: installation.clock.now,
                        installation: nil,
                        exited: 1,
                        errored: 0,
                        abnormal: 0,
                        unhandled: 0,
                        crashed: 0,
                        release: AppRelease(version: "9.\(number)"),
                        environment: nil
                    )
                )
            }
        }
        try await acme.deliver(
            EventDelivery(sentAt: nil, items: [], examined: 100, runs: runs(0..<100)),
            from: "198.51.100.7"
        )
        try await acme.deliver(
            EventDelivery(sentAt: nil, items: [], examined: 1, runs: runs(500..<501)),
            from: "203.0.113.9"
        )

        let ofAddress = try await number(
            "SELECT count(*) AS n FROM app_run_groups WHERE version LIKE '9.%' AND version <> '9.500'"
        )
        #expect(ofAddress > 15 && ofAddress <= AppRunGroups.perDay / 10)
        #expect(try await number("SELECT count(*) AS n FROM app_run_groups WHERE version = '9.500'") == 1)
    }
}
