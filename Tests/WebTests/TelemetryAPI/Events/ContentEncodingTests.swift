import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import Packing
import StrictJSON
import Testing

@testable import TelemetryAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

@Suite struct ContentEncodingTests {
    private static let body = Array(
        #"{"events":[{"id":"a","time":"2026-11-21T08:59:00Z","stage":"refresh","outcome":"failed"}]}"#.utf8
    )
    /// Unknown ones, and those whose library is not in this build.
    private static let unsupported =
        ["gzip, gzip", "UTF-8", "compress"] + Packing.allCases.filter { !$0.isBuiltIn }.map(\.contentEncoding)

    private func post(_ server: AppServer, _ body: [UInt8], encoding: String) async throws -> AppServer.Answer {
        let headers: HTTPFields = [
            .authorization: "Bearer \(server.acme.creation.ingestKey.text)", .contentType: "application/json",
            .contentEncoding: encoding,
        ]
        return try await server.send(.post, "/ingest/v1/events", headers: headers, body: body)
    }

    @Test(arguments: Packing.builtIn)
    func `a delivery is stored once, however it is encoded`(packing: Packing) async throws {
        let server = try await AppServer()

        let first = try await post(server, Self.body, encoding: "")
        let packed = try await post(server, packing.pack(Self.body), encoding: packing.contentEncoding.uppercased())

        #expect(first.text == #"{"accepted":1,"duplicates":0,"sampled":0,"limited":0,"rejected":[]}"#)
        #expect(packed.text == #"{"accepted":1,"duplicates":1,"sampled":0,"limited":0,"rejected":[]}"#)
    }

    @Test(arguments: Packing.builtIn) func `a damaged body is 400`(packing: Packing) async throws {
        let server = try await AppServer()
        let packed = packing.pack(Self.body)

        // Members of gzip may follow one another.
        let second = packing == .gzip ? [0] : packed
        for body in [[], Array(packed.dropLast(3)), packed + [1], packed + second, Self.body] {
            let answer = try await post(server, body, encoding: packing.contentEncoding)
            #expect(answer.status == 400 && answer.code == "malformed_request", "\(answer.text)")
        }
    }

    @Test func `a delivery in two members of gzip is stored`() async throws {
        let server = try await AppServer()
        let packed = [Self.body[..<30], Self.body[30...]].flatMap { Packing.gzip.pack(Array($0)) }

        let answer = try await post(server, packed, encoding: "gzip")

        #expect(answer.text == #"{"accepted":1,"duplicates":0,"sampled":0,"limited":0,"rejected":[]}"#)
    }

    @Test(arguments: Packing.builtIn)
    func `a text that repeats itself is no bomb, and is stored within its memory`(packing: Packing) async throws {
        let server = try await AppServer()
        let text = String(repeating: "a", count: 200_000)
        let body = Array(
            #"{"events":[{"time":"2026-11-21T08:59:00Z","stage":"refresh","outcome":"failed","error":{"message":"\#(text)"}}]}"#
                .utf8
        )
        let packed = packing.pack(body)
        let delivery = try delivery(packed, packing.contentEncoding)

        let answer = try await post(server, packed, encoding: packing.contentEncoding)

        #expect(packed.count < 1000)
        #expect(answer.text == #"{"accepted":1,"duplicates":0,"sampled":0,"limited":0,"rejected":[]}"#)
        #expect(try delivery.unpacked(to: delivery.unpackedSizes[0]) == nil)
        #expect(try delivery.unpacked(to: delivery.unpackedSizes[1]) == body)
    }

    @Test(arguments: Packing.builtIn) func `the answer to a bomb says what was wrong`(packing: Packing) async throws {
        let server = try await AppServer()
        let bomb = packing.pack([UInt8](repeating: 0x20, count: 2 << 20))

        let answer = try await post(server, bomb, encoding: packing.contentEncoding)

        #expect(answer.status == 413 && answer.code == "too_large")
        #expect(answer.text.contains("more than 100 times its size"), "\(answer.text)")
    }

    @Test(arguments: Packing.builtIn) func `a bomb is 413, and so is a long body`(packing: Packing) async throws {
        let server = try await AppServer()
        let bomb = packing.pack([UInt8](repeating: 0x20, count: 64 << 20))
        let long = [UInt8](repeating: 0x1F, count: EventLimits.compressedBytes + 1)

        for body in [bomb, long] {
            let answer = try await post(server, body, encoding: packing.contentEncoding)
            #expect(answer.status == 413 && answer.code == "too_large", "\(answer.text)")
        }
    }

    @Test(arguments: unsupported)
    func `another encoding is 415, with those that the server has`(encoding: String) async throws {
        let answer = try await post(try await AppServer(), Self.body, encoding: encoding)

        let accepted = ContentCoding.supported.map(\.rawValue).joined(separator: ", ")
        #expect(answer.status == 415 && answer.code == "unsupported_encoding", "\(answer.text)")
        #expect(answer.headers[.acceptEncoding] == accepted && answer.text.contains(accepted))
        #expect(answer.headers[.accessControlExposeHeaders]?.contains("accept-encoding") == true)
    }

    @Test(arguments: Packing.builtIn)
    func `the memory of a delivery includes that of its decoder`(packing: Packing) async throws {
        let packed = packing.pack(Self.body)
        let delivery = try delivery(packed, packing.contentEncoding)

        let decoder = try #require(ContentCoding(field: packing.contentEncoding).flatMap { ContentDecoder($0) })
        let decoding = packed.withUnsafeBytes { decoder.memoryBytes(for: $0) }

        #expect(decoding > 0)
        #expect(delivery.unpackedSizes == [64 << 10, 1 << 20])
        for size in delivery.unpackedSizes {
            #expect(delivery.memoryBytes(ofUnpacked: size) >= decoding + size)
            #expect(delivery.memoryBytes(ofUnpacked: size) >= DeliveryMemory.bytes(ofUnpacked: size))
        }
    }

    @Test func `the body as sent is freed once it is unpacked`() async throws {
        let delivery = try delivery(Self.body, "identity")
        let size = delivery.byteCount
        #expect(size == Self.body.count && delivery.unpackedSizes == [size])
        #expect(try delivery.unpacked(to: size) == Self.body)
        let charge = DeliveryCharge(
            limiter: IngestLimiter(limits: IngestLimits(), now: SystemContext.system.now),
            key: nil,
            client: DeliveryClient(address: nil, networks: nil)
        )

        let decoded = try await DecodingGate().withPlace(for: SystemContext.system.newID(), bytes: 0, bodyBytes: 0) {
            try await delivery.decode(
                unpackedTo: size,
                on: $0,
                receivedAt: SystemContext.system.now,
                paidBy: charge
            )
        }

        #expect(decoded?.items.count == 1)
        #expect(try delivery.unpacked(to: size) == [])
        #expect(delivery.byteCount == size)
    }

    #if Brotli
    @Test func `a window of 16 MiB counts before it is allocated`() async throws {
        let packed = BrotliPacking.pack(Self.body, windowBits: 24)
        let delivery = try delivery(packed, "br")

        #expect(delivery.memoryBytes(ofUnpacked: delivery.unpackedSizes[0]) > 24 << 20)
    }
    #endif

    private func delivery(_ body: [UInt8], _ encoding: String) throws -> PackedDelivery<NativeFormat> {
        let request = Request(
            head: HTTPRequest(
                method: .post,
                scheme: "https",
                authority: "localhost",
                path: "/",
                headerFields: [
                    .authorization: "Bearer gh_ik_a", .contentType: "application/json", .contentEncoding: encoding,
                ]
            ),
            body: RequestBody(buffer: ByteBuffer())
        )
        let context = GatehouseContext.test()
        let head = try DeliveryHead(NativeFormat(request, context), request)
        return PackedDelivery(sent: ByteBuffer(bytes: body), head)
    }
}
