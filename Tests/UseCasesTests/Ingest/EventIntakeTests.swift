import Domain
import Fixtures
import Synchronization
import Testing

@testable import UseCases

/// A limiter whose answer for events can be held back.
private final class HeldLimiter: IngestLimiting {
    enum Answer {
        case granted, limited, unavailable
    }

    let limits = IngestLimits()
    let isHeld = Atomic(false)
    let isAsked = Atomic(false)
    private let answer: Answer

    init(_ answer: Answer) {
        self.answer = answer
    }

    func take(
        _ count: Int,
        of unit: RateLimitUnit,
        key: APIKey?,
        networks: ClientNetworks?,
        address: String?
    ) async throws(DomainError) -> RateLimitStatus {
        // Deliveries without a key are those of `IngestAuthenticator`.
        guard key != nil, unit == .events else { return RateLimitStatus(wait: nil, levels: []) }
        isAsked.store(true, ordering: .relaxed)
        while isHeld.load(ordering: .relaxed) {
            // Not cancelled: the limiter runs to its end.
            try? await Task.sleep(for: .milliseconds(1))
        }
        switch answer {
        case .granted: return RateLimitStatus(wait: nil, levels: [])
        case .limited: return RateLimitStatus(wait: .seconds(1), levels: [])
        case .unavailable: throw .unavailable(retryAfter: .seconds(1))
        }
    }
}

/// A delivery whose client is gone as soon as it is decoded.
private struct AbandonedDelivery: IncomingDelivery {
    let delivery: DecodedDelivery
    let limiter: HeldLimiter

    var credential: IngestCredential? { delivery.credential }
    var client: DeliveryClient { delivery.client }
    var patience: Duration { delivery.patience }

    func body(from key: KeyRecord?, paidBy charge: DeliveryCharge) -> DecodedDelivery { delivery }

    func whileConnected<Outcome: Sendable>(
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        limiter.isHeld.store(true, ordering: .relaxed)
        let task = Task { try await work() }
        try await eventually { limiter.isAsked.load(ordering: .relaxed) }
        task.cancel()
        limiter.isHeld.store(false, ordering: .relaxed)
        return try await task.value
    }

    func outcome(of error: any Error) -> (outcome: ItemOutcome, reason: String)? { nil }
}

@Suite struct EventIntakeTests {
    private let acme: TestTenant

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
    }

    private func intake(_ limiter: HeldLimiter) -> EventIntake {
        EventIntake(
            recorder: acme.services.attemptInspection.recorder,
            authenticator: acme.services.authenticator,
            limiter: limiter,
            budget: acme.services.intake.budget,
            causeRules: KnownCauseRules(store: acme.installation.stores.causeRules, now: acme.services.now)
        )
    }

    private var delivery: DecodedDelivery {
        DecodedDelivery((0..<3).map { acme.event($0) }, key: acme.creation.ingestKey.text)
    }

    private func outcomes(of intake: EventIntake) async throws -> [ItemCount] {
        try await intake.storeFailures()
        let now = acme.installation.clock.now
        return try await acme.services.events.outcomes(
            from: now - .hours(1),
            to: now + .days(1),
            grant: acme.system.grant()
        ).rows.map(\.items)
    }

    @Test func `each item of a delivery over a limit is counted once`() async throws {
        let intake = intake(HeldLimiter(.limited))

        await #expect(throws: DeliveryRejection.self) { try await intake.accept(delivery) }

        #expect(try await outcomes(of: intake) == [ItemCount(.limited, .event, reason: "rate", count: 3)])
        #expect(try await outcomes(of: intake).count == 1)
    }

    @Test func `each item of a delivery that cannot be charged is counted once`() async throws {
        let intake = intake(HeldLimiter(.unavailable))

        await #expect(throws: DomainError.self) { try await intake.accept(delivery) }

        #expect(try await outcomes(of: intake) == [ItemCount(.limited, .event, reason: "unavailable", count: 3)])
    }

    @Test func `a client that hangs up is counted when its delivery is over a limit`() async throws {
        let limiter = HeldLimiter(.limited)
        let intake = intake(limiter)

        await #expect(throws: DeliveryRejection.self) {
            try await intake.accept(AbandonedDelivery(delivery: delivery, limiter: limiter))
        }

        #expect(try await outcomes(of: intake) == [ItemCount(.limited, .event, reason: "rate", count: 3)])
    }

    @Test func `what a client gives up is neither stored nor counted`() async throws {
        let limiter = HeldLimiter(.granted)
        let intake = intake(limiter)

        await #expect(throws: (any Error).self) {
            try await intake.accept(AbandonedDelivery(delivery: delivery, limiter: limiter))
        }

        #expect(try await outcomes(of: intake).isEmpty)
        #expect(intake.decoding.bytesInFlight == 0 && intake.decoding.running == 0)
    }

    @Test func `a delivery that waits to be charged holds what it is decoded to, twice`() async throws {
        let limiter = HeldLimiter(.granted)
        let intake = intake(limiter)
        limiter.isHeld.store(true, ordering: .relaxed)

        let accepted = Task { try await intake.accept(delivery) }
        try await eventually { limiter.isAsked.load(ordering: .relaxed) }

        #expect(intake.decoding.bytesInFlight == 2 * delivery.unpackedSizes[0])
        limiter.isHeld.store(false, ordering: .relaxed)
        #expect(try await accepted.value.accepted == 3)
        #expect(intake.decoding.bytesInFlight == 0)
    }

    @Test func `a delivery with an unknown key is counted for no key`() async throws {
        let intake = intake(HeldLimiter(.granted))

        await #expect(throws: DeliveryRejection.self) {
            try await intake.accept(DecodedDelivery([acme.event()], key: "gh_ik_unknown"))
        }

        #expect(try await outcomes(of: intake).isEmpty)
    }
}
