import Domain
import Testing

@testable import UseCases

@Suite struct LoadSheddingTests {
    private let acme: Tenant.ID = SystemContext.system.newID()
    private let globex: Tenant.ID = SystemContext.system.newID()

    private func event(
        _ outcome: Outcome,
        code: String? = nil,
        attempt: TraceID? = nil,
        installation: String? = nil,
        source: EventSource = .client,
        at milliseconds: Int64 = 0
    ) -> ClassifiedEvent {
        let now = Timestamp(milliseconds: 1_795_248_000_000 + milliseconds)
        var content = EventContent(
            id: SystemContext.system.newID(),
            occurredAt: now,
            source: source,
            stage: .refresh,
            outcome: outcome
        )
        content.attempt = attempt
        content.texts[.installation] = installation
        content.error = code.map { EventError(domain: "Test", code: $0, message: "") }
        return Classifier.classify(Scrubber { _ in "" }.scrub(DecodedEvent(content)), receivedAt: now)
    }

    private func attempt(_ number: UInt8, _ last: UInt8) -> TraceID {
        TraceID(bytes: [UInt8](repeating: number, count: 15) + [last]) ?? TraceID(bytes: Array(1...16))!  // not zero
    }

    @Test func `without load everything is stored`() {
        let shedding = LoadShedding()

        for outcome in Outcome.allCases {
            #expect(shedding.decide(event(outcome, code: "1"), of: acme, at: .none) == .store)
        }
    }

    @Test(arguments: [SheddingLevel.successes, .information, .frequentFailures])
    func `failures are stored at every level`(level: SheddingLevel) {
        let shedding = LoadShedding()

        for outcome in [Outcome.failed, .degraded, .inconsistent, .rejected, .cancelled] {
            #expect(shedding.decide(event(outcome, code: "1"), of: acme, at: level) == .store)
        }
    }

    @Test func `of successes one attempt in ten is stored, with all of its events`() {
        let shedding = LoadShedding()
        var stored = 0
        for number in 0..<UInt8(200) {
            let attempt = attempt(number, number &* 7)
            let decisions = (0..<3).map { _ in
                shedding.decide(event(.success, attempt: attempt), of: acme, at: .successes)
            }
            #expect(Set(decisions).count == 1)
            #expect([.store, .count(reason: "success")].contains(decisions[0]))
            if decisions[0] == .store { stored += 1 }
        }

        #expect((5...45).contains(stored))
    }

    @Test func `a success without an attempt is sampled by its id`() {
        let shedding = LoadShedding()

        let stored = (0..<500).count { _ in shedding.decide(event(.success), of: acme, at: .successes) == .store }

        #expect((15...110).contains(stored))
    }

    @Test func `what has no result is rejected only when successes are sampled already`() {
        let shedding = LoadShedding()

        #expect(shedding.decide(event(.info), of: acme, at: .successes) == .store)
        #expect(shedding.decide(event(.info), of: acme, at: .information) == .reject(reason: "overload"))
    }

    @Test func `of a frequent failure the first events of a minute are stored`() {
        var limits = LoadShedding.Limits()
        limits.failuresPerMinute = 3
        let shedding = LoadShedding(limits: limits)
        func decide(_ code: String, of tenant: Tenant.ID, at now: Int64 = 0) -> LoadShedding.Decision {
            shedding.decide(event(.failed, code: code, at: now), of: tenant, at: .frequentFailures)
        }

        #expect((0..<3).allSatisfy { _ in decide("1", of: acme) == .store })
        #expect(decide("1", of: acme) == .count(reason: "frequent_failure"))
        #expect(decide("2", of: acme) == .store)
        #expect(decide("1", of: globex) == .store)
        #expect(decide("1", of: acme, at: 60_000) == .store)
    }

    @Test func `one installation has a limit of its own`() {
        var limits = LoadShedding.Limits()
        limits.perInstallation = 60
        let shedding = LoadShedding(limits: limits)
        func decide(_ installation: String?, of tenant: Tenant.ID, at now: Int64 = 0) -> LoadShedding.Decision {
            shedding.decide(event(.failed, installation: installation, at: now), of: tenant, at: .none)
        }

        #expect((0..<60).allSatisfy { _ in decide("a", of: acme) == .store })
        #expect(decide("a", of: acme) == .reject(reason: "installation"))
        #expect(decide("b", of: acme) == .store)
        #expect(decide("a", of: globex) == .store)
        #expect(decide(nil, of: acme) == .store)
        // A token a second.
        #expect((0..<2).map { _ in decide("a", of: acme, at: 1000) } == [.store, .reject(reason: "installation")])
        // A clock that goes back gives no tokens, nor does its way to where it was.
        #expect(decide("a", of: acme, at: 0) == .reject(reason: "installation"))
        #expect(decide("a", of: acme, at: 1000) == .reject(reason: "installation"))
    }

    @Test func `a server's events are not limited by an installation`() {
        var limits = LoadShedding.Limits()
        limits.perInstallation = 1
        let shedding = LoadShedding(limits: limits)

        for _ in 0..<3 {
            #expect(shedding.decide(event(.failed, installation: "a", source: .server), of: acme, at: .none) == .store)
        }
    }

    @Test func `a tenant's load is its own`() {
        let shedding = LoadShedding()

        #expect(shedding.level(of: acme, pressure: 0.9, used: 0) == .frequentFailures)
        #expect(shedding.level(of: globex, pressure: 0, used: 0) == .none)
        #expect(shedding.level(of: acme, pressure: 0.65, used: 0) == .frequentFailures)
        #expect(shedding.level(of: acme, pressure: 0, used: 0.9) == .information)
        #expect(shedding.level(of: acme, pressure: 0, used: 0) == .none)
    }
}
