@_spi(Admission) import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@Suite struct CauseRuleTests {
    private let draft = CauseRuleDraft(domain: "MyApp.SignInError", code: "7", stage: nil, canonical: "net.timeout")

    private func domains(_ acme: TestTenant) async throws -> [String] {
        try await acme.services.causeRules.rules(grant: acme.system.grant()).all.map(\.pattern.domain)
    }

    private func create(_ acme: TestTenant, _ domain: String, at position: Int? = nil) async throws -> CauseRule {
        var draft = draft
        (draft.domain, draft.position) = (domain, position)
        return try await acme.services.causeRules.create(draft, grant: acme.system.grant())
    }

    @Test func `a rule is kept for its tenant alone`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let rules = acme.services.causeRules

        let rule = try await rules.create(draft, grant: acme.system.grant())

        #expect(try await rules.rules(grant: acme.system.grant()).all == [rule])
        #expect(try await rules.rule(rule.id, grant: acme.system.grant()) == rule)
        #expect(try await rules.rules(grant: globex.system.grant()).all.isEmpty)
        await #expect(throws: DomainError.notFound(.rule)) {
            _ = try await rules.rule(rule.id, grant: globex.system.grant())
        }
        await #expect(throws: DomainError.notFound(.rule)) {
            _ = try await rules.replace(rule.id, with: draft, expecting: nil, grant: globex.system.grant())
        }
        await #expect(throws: DomainError.notFound(.rule)) {
            try await rules.delete(rule.id, expecting: nil, grant: globex.system.grant())
        }
    }

    @Test func `rules have an order that can be changed`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await create(acme, "one")
        let two = try await create(acme, "two")
        _ = try await create(acme, "first", at: 1)
        #expect(try await domains(acme) == ["first", "one", "two"])

        var moved = draft
        (moved.domain, moved.position) = ("two", 1)
        let after = try await acme.services.causeRules.replace(
            two.id,
            with: moved,
            expecting: 1,
            grant: acme.system.grant()
        )

        #expect(after.position == 1 && after.version == 2)
        #expect(try await domains(acme) == ["two", "first", "one"])
        try await acme.services.causeRules.delete(two.id, expecting: 2, grant: acme.system.grant())
        let left = try await acme.services.causeRules.rules(grant: acme.system.grant()).all
        #expect(left.map(\.position) == [1, 2] && left.map(\.version) == [1, 1])
    }

    @Test func `a change that is based on an older version is rejected`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let rules = acme.services.causeRules
        let rule = try await rules.create(draft, grant: acme.system.grant())
        var other = draft
        other.canonical = "net.dns"
        _ = try await rules.replace(rule.id, with: other, expecting: 1, grant: acme.system.grant())

        await #expect(throws: DomainError.conflict(.settingsChanged)) {
            _ = try await rules.replace(rule.id, with: draft, expecting: 1, grant: acme.system.grant())
        }
        await #expect(throws: DomainError.conflict(.settingsChanged)) {
            try await rules.delete(rule.id, expecting: 1, grant: acme.system.grant())
        }
        #expect(try await rules.rule(rule.id, grant: acme.system.grant()).assigned.code == "net.dns")
    }

    @Test func `each change has one audit entry, and saving the same again has none`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let rules = acme.services.causeRules
        let rule = try await rules.create(draft, grant: acme.system.grant())
        _ = try await rules.replace(rule.id, with: draft, expecting: nil, grant: acme.system.grant())
        var other = draft
        other.stage = .refresh
        _ = try await rules.replace(rule.id, with: other, expecting: nil, grant: acme.system.grant())
        try await rules.delete(rule.id, expecting: nil, grant: acme.system.grant())

        let entries = try await acme.services.audit.page(PageRequest(limit: 50), grant: acme.system.grant()).items
            .filter { $0.target == .init(.rule, rule.id) }

        #expect(entries.map(\.action) == [.causeRuleDeleted, .causeRuleChanged, .causeRuleCreated])
        #expect(entries[1].changes.map(\.field) == ["stage"] && entries[1].changes[0].after == "refresh")
    }

    @Test func `a tenant has a limited number of rules, and one for the same errors`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        for number in 0..<CauseRule.maximumPerTenant { _ = try await create(acme, "domain \(number)") }

        let failure = await #expect(throws: DomainError.self) { _ = try await create(acme, "one more") }
        guard case .invalid(let problems) = failure else { throw try #require(failure) }
        #expect(problems.map(\.field) == ["domain"])

        let other = try await TestTenant("globex", in: acme.installation)
        _ = try await create(other, "same")
        await #expect(throws: DomainError.self) { _ = try await create(other, "same") }
        #expect(try await domains(other) == ["same"])
    }

    @Test(
        arguments: [
            (CauseRuleDraft(domain: "", code: nil, stage: nil, canonical: "net.timeout"), "domain"),
            (.init(domain: String(repeating: "é", count: 101), code: nil, stage: nil, canonical: "net.dns"), "domain"),
            (.init(domain: "a", code: String(repeating: "x", count: 10_000), stage: nil, canonical: "net.dns"), "code"),
            (.init(domain: "a", code: nil, stage: nil, canonical: "unclassified"), "treat_as"),
            (.init(domain: "a", code: nil, stage: nil, canonical: "inc.clock"), "treat_as"),
            (.init(domain: "a", code: nil, stage: nil, canonical: "net.dns", position: 0), "position"),
        ] as [(CauseRuleDraft, String)]
    )
    func `an invalid field is named`(draft: CauseRuleDraft, field: String) async throws {
        let acme = try await TestTenant("acme", in: Installation())

        let failure = await #expect(throws: DomainError.self) {
            _ = try await acme.services.causeRules.create(draft, grant: acme.system.grant())
        }

        guard case .invalid(let problems) = failure else { throw try #require(failure) }
        #expect(problems.map(\.field) == [field])
        #expect(try await domains(acme).isEmpty)
    }

    @Test(arguments: [
        "a\u{202E}b", "<b>x</b>", "e\u{301}*", "'; DROP TABLE cause_rules; --", "%_\\", "日本語🧨", "\u{1}\r\n",
    ])
    func `any text is kept as it is`(text: String) async throws {
        let acme = try await TestTenant("acme", in: Installation())

        let rule = try await create(acme, text)

        #expect(try await acme.services.causeRules.rule(rule.id, grant: acme.system.grant()) == rule)
        #expect(rule.pattern.domain.utf8.elementsEqual(text.utf8))
    }
}
