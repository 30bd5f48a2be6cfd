@_spi(Admission) import Domain
import Fixtures
import Foundation
import StrictJSON
import Testing
import UseCases

@Suite struct UnknownErrorTests {
    private func event(
        _ acme: TestTenant,
        _ domain: String,
        _ code: String = "7",
        beneath: [(String, String)] = [],
        stage: Stage = .refresh,
        outcome: Outcome = .failed,
        ago: Duration = .minutes(1)
    ) -> DecodedEvent {
        let chain = beneath.map { EventError.Cause(domain: $0.0, code: $0.1) }
        return DecodedEvent(
            EventContent(
                id: Event.ID(UUID()),
                occurredAt: acme.installation.clock.now - ago,
                stage: stage,
                outcome: outcome,
                error: EventError(domain: domain, code: code, chain: chain)
            )
        )
    }

    private func errors(_ acme: TestTenant) async throws -> [ListedError] {
        try await listing(acme).errors
    }

    private func listing(_ acme: TestTenant) async throws -> UnknownErrorListing {
        try await acme.services.unknownErrors.all(grant: acme.system.grant())
    }

    private func treat(_ domain: String, as canonical: String, _ acme: TestTenant, stage: Stage? = nil) async throws {
        let draft = CauseRuleDraft(domain: domain, code: nil, stage: stage, canonical: canonical)
        _ = try await acme.services.causeRules.create(draft, grant: acme.system.grant())
    }

    /// The codes of all events, latest first.
    private func codes(_ acme: TestTenant) async throws -> [String?] {
        let now = acme.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await acme.services.events.page(query, PageRequest(limit: 50), grant: acme.system.grant()).items
            .map(\.code)
    }

    @Test func `unknown errors are listed with their counts, most frequent first`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let often = (0..<3).map { event(acme, "MyApp", stage: $0 == 0 ? .ui : .refresh, ago: .minutes(Int64($0) + 1)) }
        let sheet = event(acme, "ASAuthorizationError", "1099", beneath: [("Private", "3")], stage: .appleSheet)
        try await acme.deliver(often + [sheet, event(acme, "NSURLErrorDomain", "-1001")])

        let found = try await errors(acme)

        #expect(found.map(\.error.root?.domain) == ["MyApp", "ASAuthorizationError"])
        let first = try #require(found.first?.error)
        #expect(first.count == 3 && first.stages == [.ui, .refresh] && first.cause == nil)
        #expect(first.example == .init(occurredAt: often[0].content.occurredAt, id: often[0].content.id))
        #expect(first.lastSeenAt == often[0].content.occurredAt && first.firstSeenAt <= first.lastSeenAt)
        #expect(found[1].error.cause == .init(domain: "Private", code: "3"))
        #expect(found.allSatisfy { $0.rule == nil })
    }

    @Test func `the list is that of its tenant, and of the last days`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await acme.deliver([event(acme, "MyApp")])
        let listing = try await listing(acme)
        #expect(listing.errors.count == 1 && listing.isComplete)
        #expect(try await errors(globex).isEmpty)

        installation.clock.advance(by: .days(32))

        #expect(try await errors(acme).isEmpty)
    }

    @Test func `more errors than the list holds do not make it longer`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver(
            (0..<230).map { event(acme, "MyApp \($0)") } + [event(acme, "Common"), event(acme, "Common")]
        )

        let listing = try await listing(acme)

        let found = listing.errors
        #expect(!listing.isComplete && found.count == UnknownErrorReading.maximumCount)
        #expect(found.first?.error.root?.domain == "Common")
        #expect(found.allSatisfy { $0.error.example != nil })
    }

    @Test func `beyond the day's limit, errors are counted together`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver((0..<300).map { event(acme, "MyApp \($0)") })

        let found = try await errors(acme)

        let others = try #require(found.first?.error)
        #expect(others.root == nil && others.count == 50 && others.example != nil)
    }

    @Test func `hostile texts are listed as they were stored`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let texts = [
            "a\u{202E}b", "<script>", "e\u{301}", "\u{E9}", "'; DROP TABLE failures; --",
            String(repeating: "é", count: 5000),
        ]
        try await acme.deliver(texts.map { event(acme, $0) })

        let found = try await errors(acme)

        #expect(found.count == texts.count)
        #expect(
            Set(found.compactMap { $0.error.root.map { ByteText($0.domain) } }).isSuperset(
                of: texts.dropLast().map(ByteText.init(_:))
            )
        )
    }

    @Test func `a rule applies from the next delivery on, and the list says so`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver([event(acme, "MyApp", ago: .minutes(3))])
        try await treat("MyApp", as: "net.timeout", acme)

        try await acme.deliver([event(acme, "MyApp", ago: .minutes(2))])
        #expect(try await codes(acme) == ["net.timeout", "unclassified"])
        let listed = try #require(try await errors(acme).first)
        #expect(listed.error.count == 1 && listed.rule?.assigned.code == "net.timeout")

        let rule = try #require(listed.rule)
        let change = CauseRuleDraft(domain: "MyApp", code: nil, stage: nil, canonical: "net.dns")
        _ = try await acme.services.causeRules.replace(
            rule.id,
            with: change,
            expecting: nil,
            grant: acme.system.grant()
        )
        try await acme.deliver([event(acme, "MyApp", ago: .minutes(1))])
        #expect(try await codes(acme).first == "net.dns")
        try await acme.services.causeRules.delete(rule.id, expecting: nil, grant: acme.system.grant())
        try await acme.deliver([event(acme, "MyApp", ago: .seconds(1))])
        #expect(try await codes(acme).first == "unclassified")
    }

    @Test func `a rule of one tenant does not apply to another`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await treat("MyApp", as: "net.timeout", acme)

        try await globex.deliver([event(globex, "MyApp")])
        try await acme.deliver([event(acme, "MyApp")])

        #expect(try await codes(globex) == ["unclassified"])
        #expect(try await codes(acme) == ["net.timeout"])
    }

    @Test func `a rule for some stages does not cover errors of others`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver([event(acme, "MyApp"), event(acme, "MyApp", stage: .ui)])
        try await treat("MyApp", as: "net.timeout", acme, stage: .ui)

        #expect(try await errors(acme).first?.rule == nil)
        try await treat("My*", as: "net.dns", acme)
        #expect(try await errors(acme).first?.rule != nil)
    }
}
