import Domain
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import UseCases

@Suite struct KnownCauseRulesTests {
    private let tenant = Tenant.ID(UUID())
    private let clock = TestClock()

    private func rules(as canonical: String) throws -> CauseRules {
        let rule = CauseRule(
            id: CauseRule.ID(UUID()),
            pattern: ErrorPattern(domain: "MyApp", code: nil, stage: nil),
            entry: try #require(CauseCatalogue.assignable(canonical)),
            position: 1,
            version: 1,
            createdAt: clock.now,
            updatedAt: clock.now
        )
        return CauseRules([rule])
    }

    @Test func `rules that cannot be read are the last known ones, and are asked for again after a pause`() async throws
    {
        let store = BrokenRules()
        let known = KnownCauseRules(store: store, now: { [clock] in clock.now })
        let (first, second) = (try rules(as: "net.timeout"), try rules(as: "net.dns"))
        store.answer(first)
        #expect(await known.rules(of: tenant) == first)

        store.answer(nil)
        for _ in 1...3 { #expect(await known.rules(of: tenant) == first) }
        #expect(store.reads == 2)

        store.answer(second)
        #expect(await known.rules(of: tenant) == first)
        clock.advance(by: KnownCauseRules.pause)
        #expect(await known.rules(of: tenant) == second)
    }

    @Test func `without any known rules none apply`() async throws {
        let store = BrokenRules()
        let known = KnownCauseRules(store: store, now: { [clock] in clock.now })

        #expect(await known.rules(of: tenant) == .none)
        #expect(await known.rules(of: Tenant.ID(UUID())) == .none)
        #expect(store.reads == 2)
    }
}

/// Rules that can be read only while there is an answer.
private final class BrokenRules: CauseRuleStore {
    private struct State {
        var answer: CauseRules?
        var reads = 0
    }

    private let state = Mutex(State())

    var reads: Int { state.withLock(\.reads) }

    func answer(_ rules: CauseRules?) { state.withLock { $0.answer = rules } }

    func recentRules(of _: Tenant.ID) async throws(DomainError) -> CauseRules {
        let answer = state.withLock { state in
            state.reads += 1
            return state.answer
        }
        guard let answer else { throw .unavailable(retryAfter: .seconds(1)) }
        return answer
    }

    func rules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules { try await recentRules(of: tenant) }

    func change(
        rulesOf _: Tenant.ID,
        decide _: @escaping @Sendable (CauseRules) throws(DomainError) -> (rules: CauseRules, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseRules {
        throw .unavailable(retryAfter: .seconds(1))
    }
}
