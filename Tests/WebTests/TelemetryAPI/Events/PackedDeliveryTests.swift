import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import Packing
import Testing

@testable import TelemetryAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// What the reading of a body costs.
@Suite struct PackedDeliveryTests {
    private static let client = DeliveryClient(address: "192.0.2.1", networks: nil)

    private let limiter: IngestLimiter
    private let limits: IngestLimits
    private let clock = TestClock()

    init() {
        var limits = IngestLimits()
        limits.period = .days(1)
        self.limits = limits
        limiter = IngestLimiter(limits: limits) { [clock] in clock.now }
    }

    private func delivery(_ envelope: String, packed: Bool = false) throws -> PackedDelivery<SentryFormat> {
        let request = Request(
            head: HTTPRequest(
                method: .post,
                scheme: "https",
                authority: "localhost",
                path: "/api/1/envelope/?sentry_key=\(String(repeating: "a", count: 32))",
                headerFields: packed ? [.contentEncoding: "gzip"] : [:]
            ),
            body: RequestBody(buffer: ByteBuffer())
        )
        let context = GatehouseContext.test()
        let bytes = Array(envelope.utf8)
        return PackedDelivery(
            sent: ByteBuffer(bytes: packed ? Packing.gzip.pack(bytes) : bytes),
            try DeliveryHead(SentryFormat(request, context), request)
        )
    }

    private func decode(_ delivery: PackedDelivery<SentryFormat>) async throws -> EventDelivery? {
        let charge = DeliveryCharge(limiter: limiter, key: nil, client: Self.client)
        return try await DecodingGate().withPlace(for: SystemContext.system.newID(), bytes: 0, bodyBytes: 0) {
            try await delivery.decode(
                unpackedTo: delivery.unpackedSizes[0],
                on: $0,
                receivedAt: SystemContext.system.now,
                paidBy: charge
            )
        }
    }

    private func paid(_ unit: RateLimitUnit, of capacity: Int) async throws -> Int {
        let claim = limiter.take(0, of: unit, key: APIKey?.none, networks: nil, address: Self.client.address)
        return capacity - (claim.levels.first { $0.name.hasPrefix("address") }?.left ?? capacity)
    }

    @Test func `what is unpacked once more, with more room, is paid for by an eighth again`() async throws {
        var number: UInt64 = 1
        let items = (0..<200).map { _ in
            let text = (0..<700).map { _ in
                number = number &* 6_364_136_223_846_793_005 &+ 1
                return String(number, radix: 16)
            }
            return "{\"type\":\"event\"}\n{\"message\":\"\(text.joined())\"}\n"
        }
        .joined()
        let delivery = try delivery("{}\n" + items, packed: true)

        #expect(delivery.unpackedSizes[0] == 1 << 20)
        #expect(try await decode(delivery) == nil)

        let paid = try await paid(.bytes, of: limits.bytesPerAddress)
        #expect(paid >= (1 << 20) / 8 * 9 && paid < 2 << 20, "\(paid)")
    }

    @Test func `a few bytes that unpack to much are read to their end, and paid for once`() async throws {
        let attachment = String(repeating: "a", count: 900_000)
        let event = "{\"event_id\":\"0193a0c57f1e7c3a9b5d2f64c1e8a907\"}"
        let delivery = try delivery(
            "{}\n{\"type\":\"attachment\",\"length\":\(attachment.count)}\n\(attachment)\n{\"type\":\"event\"}\n\(event)\n",
            packed: true
        )

        #expect(delivery.byteCount <= DecodingGate.shortBytes)
        #expect(try await decode(delivery)?.items.count == 1)

        let paid = try await paid(.bytes, of: limits.bytesPerAddress)
        #expect((attachment.count / 8..<attachment.count / 8 + 1000).contains(paid), "\(paid)")
    }

    @Test func `what was examined before an error is paid for`() async throws {
        let items = String(repeating: "{\"type\":\"event\"}\n{}\n", count: 50)
        let delivery = try delivery("{}\n" + items + "no header\n")

        await #expect(throws: WebFailure.self) { _ = try await decode(delivery) }

        #expect(try await paid(.events, of: limits.eventsPerAddress) == 50)
    }
}
