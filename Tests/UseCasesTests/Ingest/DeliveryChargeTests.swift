import Domain
import Fixtures
import Testing

@testable import UseCases

@Suite struct DeliveryChargeTests {
    private let clock = TestClock()

    @Test func `the bytes of a delivery are those that are sent, or those that they unpack to`() async throws {
        var limits = IngestLimits()
        limits.bytesPerAddress = 1000
        limits.period = .days(1)
        let limiter = IngestLimiter(limits: limits) { [clock] in clock.now }
        func left(_ address: String) -> Int? {
            limiter.take(0, of: .bytes, key: APIKey.ID?.none, networks: nil, address: address).levels.first?.left
        }
        func charge(_ address: String) -> DeliveryCharge {
            DeliveryCharge(limiter: limiter, key: nil, client: DeliveryClient(address: address, networks: nil))
        }
        let (large, small, chunked, other) = (
            charge("192.0.2.1"), charge("198.51.100.1"), charge("203.0.113.1"), charge("233.252.0.1")
        )

        // An attachment that does not compress: 400 bytes, and as many are read over.
        try await large.paySent(400)
        try await large.payUnpacked(kept: 10, readOver: 400)
        #expect(left("192.0.2.1").map { abs($0 - 600) <= 1 } == true)
        // A text that compresses well, in two steps.
        try await small.paySent(10)
        try await small.payUnpacked(kept: 200, readOver: 80)
        try await small.payUnpacked(kept: 400, readOver: 800)
        #expect(left("198.51.100.1").map { abs($0 - 500) <= 1 } == true)
        // Bytes that arrive later are paid for by what was unpacked before.
        try await chunked.paySent(100)
        try await chunked.payUnpacked(kept: 300)
        try await chunked.paySent(150)
        #expect(left("203.0.113.1").map { abs($0 - 700) <= 1 } == true)
        try await chunked.paySent(150)
        #expect(left("203.0.113.1").map { abs($0 - 600) <= 1 } == true)
        // What the address has paid for already.
        try await other.payAgain(asKey: 500)
        try await other.payUnpacked(kept: 400)
        #expect(left("233.252.0.1").map { abs($0 - 1000) <= 1 } == true)
        try await other.payUnpacked(kept: 700)
        #expect(left("233.252.0.1").map { abs($0 - 800) <= 1 } == true)
    }

    @Test func `a delivery pays no more bytes than the share of an address, and may be larger`() async throws {
        var limits = IngestLimits()
        limits.bytesPerKey = 1000
        limits.period = .days(1)
        let limiter = IngestLimiter(limits: limits) { [clock] in clock.now }
        let acme = try await TestTenant("acme", in: Installation())
        let key = try #require(try await acme.services.authenticator.key(acme.creation.ingestKey.text, .ingest)).key
        let networks = ClientNetworks("192.0.2.1")
        let charge = DeliveryCharge(
            limiter: limiter,
            key: key,
            client: DeliveryClient(address: "192.0.2.1", networks: networks)
        )

        for _ in 1...5 { try await charge.paySent(90) }
        try await charge.payUnpacked(kept: 800)

        let levels = limiter.take(0, of: .bytes, key: key, networks: networks, address: nil).levels
        #expect(levels.first { $0.name == "key-bytes" }?.left == 900)
    }
}
