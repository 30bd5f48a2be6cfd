import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import NIOEmbedded
import Packing
import Synchronization
import Testing

@testable import TelemetryAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// What streams tell the guard of their connection.
private final class Consumption: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = Never

    private let hasRoom: Bool
    private let sums = Mutex((bytes: 0, kept: 0))
    var bytes: Int { sums.withLock { $0.bytes } }
    var kept: Int { sums.withLock { $0.kept } }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if let consumed = event as? BodyConsumed {
            sums.withLock { $0 = ($0.bytes + consumed.bytes, $0.kept + consumed.kept) }
        }
        if hasRoom { promise?.succeed() } else { promise?.fail(BodyBudgetExceeded()) }
    }

    init(hasRoom: Bool = true) {
        self.hasRoom = hasRoom
    }
}

/// An attachment is not kept, and costs no event that comes with it.
@Suite(.timeLimit(.minutes(5))) struct SentryAttachmentTests {
    private static let event =
        #"{"timestamp":1795251598.25,"level":"error","tags":{"auth.stage":"refresh"},"exception":{"values":[{"type":"NSOSStatusErrorDomain","value":"Code: -25308"}]}}"#

    /// Bytes that compression does not make fewer.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 42
        return (0..<count).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    private static func envelope(attaching attachment: [UInt8]) -> [UInt8] {
        let head = """
            {"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sent_at":"2026-11-21T09:00:00Z"}
            {"type":"event"}
            \(event)
            {"type":"attachment","length":\(attachment.count),"filename":"screen.png"}

            """
        return Array(head.utf8) + attachment + [0x0A]
    }

    /// As large as `noise`, and made at once: gzip that does not compress.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] { ZlibPacking.pack(bytes, windowBits: 15 + 16, level: 0) }

    /// - Parameters:
    ///   - body: what is sent.
    ///   - bytes: the length that is announced; nil for chunks.
    private func send(
        _ body: RequestBody,
        of bytes: Int?,
        encoding: String,
        to server: AppServer,
        over channel: NIOAsyncTestingChannel = NIOAsyncTestingChannel()
    ) async throws -> AppServer.Answer {
        let key = try #require(DSNKey(server.acme.creation.ingestKey)).text
        var headers: HTTPFields = [.xSentryAuth: "Sentry sentry_key=\(key)", .contentEncoding: encoding]
        headers[.contentLength] = bytes.map { String($0) }
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "localhost:8080",
            path: "/api/1/envelope/",
            headerFields: headers
        )
        return try await server.send(Request(head: head, body: body), over: channel)
    }

    private func send(_ body: [UInt8], encoding: String, to server: AppServer) async throws -> AppServer.Answer {
        try await send(RequestBody(buffer: ByteBuffer(bytes: body)), of: body.count, encoding: encoding, to: server)
    }

    private func stored(in server: AppServer) async throws -> [StoredEvent] {
        let now = server.installation.clock.now
        return try await server.installation.services.events.page(
            EventQuery(from: now - .days(1), to: now + .days(1)),
            PageRequest(),
            grant: server.acme.system.grant()
        ).items
    }

    /// Sends pieces of 64 KiB, as they come from a connection.
    private static func yield(_ bytes: ArraySlice<UInt8>, to source: RequestBody.Source) async {
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 65_536) {
            await source.yield(ByteBuffer(bytes: bytes[start..<min(start + 65_536, bytes.endIndex)]))
        }
    }

    @Test(arguments: Packing.builtIn)
    func `an event with an attachment that does not compress is stored`(packing: Packing) async throws {
        let server = try await AppServer()
        let now = server.installation.clock.now
        let packed = packing.pack(Self.envelope(attaching: Self.noise(5 << 20)))

        let answer = try await send(packed, encoding: packing.contentEncoding, to: server)

        #expect(packed.count > EventLimits.compressedBytes)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await stored(in: server).map(\.code) == ["keychain.locked"])
        let counted = try await server.installation.services.events.outcomes(
            from: now - .hours(1),
            to: now + .days(1),
            grant: server.acme.system.grant()
        ).rows.map(\.items).filter { $0.outcome == .filtered }
        #expect(counted.map(\.count) == [1], "\(counted)")
    }

    @Test func `the formats whose deliveries are kept whole have their limits`() async throws {
        let server = try await AppServer()
        let long = [UInt8](repeating: 0x1F, count: EventLimits.compressedBytes + 1)

        let logs = try await server.send(
            .post,
            "/v1/logs",
            headers: [
                .authorization: "Bearer \(server.acme.creation.ingestKey.text)", .contentType: "application/json",
                .contentEncoding: "gzip",
            ],
            body: long
        )

        #expect(logs.status == 413, "\(logs.text)")
        #expect(NativeFormat.maximumPackedBytes == EventLimits.compressedBytes)
    }

    @Test(arguments: ["gzip", "identity"], [true, false])
    func `an event with 20 MiB beside it is stored, and nothing of them is held`(
        encoding: String,
        isAnnounced: Bool
    ) async throws {
        let server = try await AppServer()
        let decoding = server.installation.services.intake.decoding
        let size = SentryFormat.maximumStreamedBytes
        let body = Self.envelope(attaching: [UInt8](repeating: 0x5A, count: size - 65_536))
        let sent = encoding == "gzip" ? Self.stored(body) : body
        #expect(sent.count > size - 100_000 && sent.count <= size)
        let consumption = Consumption()
        let channel = await NIOAsyncTestingChannel(handler: consumption)
        let (stream, source) = RequestBody.makeStream()
        _ = decoding.takePeak()

        async let answer = send(
            stream,
            of: isAnnounced ? sent.count : nil,
            encoding: encoding,
            to: server,
            over: channel
        )
        await Self.yield(sent[...], to: source)
        source.finish()

        #expect(try await answer.status == 200)
        #expect(try await stored(in: server).map(\.code) == ["keychain.locked"])
        #expect(consumption.bytes == sent.count)
        #expect(consumption.kept < 1000 + (encoding == "gzip" ? BodyStream<SentryFormat>.decoderBytes : 0))
        // The room for what may be kept, which is more than is needed.
        #expect(decoding.takePeak() < 10 << 20)
        #expect(decoding.bytesInFlight == 0 && decoding.running == 0)
    }

    @Test func `a body for which there is no room is counted as limited`() async throws {
        let server = try await AppServer()
        let intake = server.installation.services.intake
        let sent = Self.stored(Self.envelope(attaching: [UInt8](repeating: 1, count: 3 << 20)))
        let channel = await NIOAsyncTestingChannel(handler: Consumption(hasRoom: false))
        let body = RequestBody(buffer: ByteBuffer(bytes: sent))

        let answer = try await send(body, of: sent.count, encoding: "gzip", to: server, over: channel)

        #expect(answer.status == 503)
        try await intake.storeFailures()
        let now = server.installation.clock.now
        let counted = try await server.installation.services.events.outcomes(
            from: now - .hours(1),
            to: now + .days(1),
            grant: server.acme.system.grant()
        ).rows.map(\.items)
        #expect(counted == [ItemCount(.limited, .other, reason: "unavailable", count: 1)])
        #expect(intake.decoding.bytesInFlight == 0)
    }

    @Test(arguments: [true, false]) func `more than 20 MiB are 413`(isAnnounced: Bool) async throws {
        let server = try await AppServer()
        #expect(SentryFormat.maximumStreamedBytes == 20 << 20)
        let body = Self.envelope(attaching: [UInt8](repeating: 0, count: SentryFormat.maximumStreamedBytes))
        let stream = RequestBody(buffer: ByteBuffer(bytes: body))

        let answer = try await send(stream, of: isAnnounced ? body.count : nil, encoding: "identity", to: server)

        #expect(answer.status == 413 && answer.headers[.xSentryError] == "too_large", "\(answer.text)")
        #expect(try await stored(in: server).isEmpty)
    }

    @Test func `an upload that pauses holds no place of those that are decoded`() async throws {
        let server = try await AppServer()
        let decoding = server.installation.services.intake.decoding
        let sent = Self.stored(Self.envelope(attaching: [UInt8](repeating: 1, count: 3 << 20)))
        let half = sent.count / 2
        let consumption = Consumption()
        let channel = await NIOAsyncTestingChannel(handler: consumption)
        let (stream, source) = RequestBody.makeStream()

        async let answer = send(stream, of: sent.count, encoding: "gzip", to: server, over: channel)
        await Self.yield(sent[..<half], to: source)
        try await eventually { consumption.bytes > half - 2 * BodyStream<SentryFormat>.batchBytes }

        try await eventually { decoding.running == 0 }
        #expect(decoding.bytesInFlight == 0 && decoding.queue.waiting == 0)
        #expect(try await stored(in: server).isEmpty)
        await Self.yield(sent[half...], to: source)
        source.finish()
        #expect(try await answer.status == 200)
        #expect(try await stored(in: server).count == 1)
    }

    @Test func `an upload that is cut short is 400, and nothing of it is stored`() async throws {
        let server = try await AppServer()
        let body = Self.envelope(attaching: [UInt8](repeating: 1, count: 3 << 20))
        let packed = Self.stored(body)

        for (sent, encoding) in [(packed, "gzip"), (body, "identity")] {
            let part = RequestBody(buffer: ByteBuffer(bytes: sent.dropLast(100)))
            // A connection that broke, and a client that believes that this is all.
            for length in [sent.count, nil] {
                let answer = try await send(part, of: length, encoding: encoding, to: server)
                #expect(answer.status == 400, "\(encoding) \(String(describing: length)): \(answer.text)")
            }
        }

        #expect(try await stored(in: server).isEmpty)
        let decoding = server.installation.services.intake.decoding
        #expect(decoding.bytesInFlight == 0 && decoding.running == 0)
    }

    @Test func `a fault in the frames is answered before the rest arrives`() async throws {
        let server = try await AppServer()
        let (stream, source) = RequestBody.makeStream()
        let beginning = Array("{}\n{\"type\":1}\n".utf8) + [UInt8](repeating: 0x20, count: 200_000)

        async let answer = send(stream, of: 10 << 20, encoding: "identity", to: server)
        await source.yield(ByteBuffer(bytes: beginning))

        #expect(try await answer.status == 400)
        #expect(try await answer.headers[.xSentryError] == "malformed_envelope")
        source.finish()
    }

    @Test func `what an attachment unpacks to has a limit of its own`() async throws {
        let blank = [UInt8](repeating: 0x20, count: 2016)
        let noise = Self.noise(32 * 5120)
        let part = (0..<5120).flatMap { noise[(32 * $0)..<(32 * $0 + 32)] + blank }
        // Compressed to about a fiftieth: less than a bomb.
        let packedPart = ZlibPacking.pack(part, windowBits: 15 + 16, level: 1)
        let head = "{}\n{\"type\":\"event\"}\n\(Self.event)\n{\"type\":\"attachment\",\"length\":"
        #expect(part.count == 10 << 20 && packedPart.count > part.count / 80)

        for (parts, status) in [(3, 200), (10, 413)] {
            let server = try await AppServer()
            let sent =
                Packing.gzip.pack(Array("\(head)\(parts * part.count)}\n".utf8))
                + (0..<parts).flatMap { _ in packedPart }
            let answer = try await send(sent, encoding: "gzip", to: server)

            #expect((sent.count > EventLimits.compressedBytes) == (status == 413))
            #expect(answer.status == status, "\(answer.text)")
            #expect(status == 200 || answer.text.contains("unpacks to more than \(SievedBody.maximumBytes) bytes"))
            #expect(try await stored(in: server).count == (status == 200 ? 1 : 0))
        }
    }

    @Test(arguments: Packing.builtIn) func `a bomb is 413 as an attachment too`(packing: Packing) async throws {
        let server = try await AppServer()
        let bomb = packing.pack(Self.envelope(attaching: [UInt8](repeating: 0, count: 32 << 20)))

        let answer = try await send(bomb, encoding: packing.contentEncoding, to: server)

        #expect(answer.status == 413 && answer.headers[.xSentryError] == "too_large")
        #expect(answer.text.contains("more than 100 times its size"), "\(answer.text)")
        #expect(try await stored(in: server).isEmpty)
    }

    @Test func `more than 8 MiB to keep are 413, however they are sent`() async throws {
        let record = String(repeating: "x", count: 999)
        let logs = String(repeating: "{\"type\":\"log\"}\n\(record)\n", count: 8500)
        let body = Array("{}\n\(logs)".utf8)

        for (sent, encoding) in [(body, "identity"), (Self.stored(body), "gzip"), (Packing.gzip.pack(body), "gzip")] {
            let answer = try await send(sent, encoding: encoding, to: AppServer())
            #expect(answer.status == 413 && answer.headers[.xSentryError] == "too_large")
            #expect(
                answer.text.contains("at most \(EventLimits.decompressedBytes) bytes")
                    || answer.text.contains("100 times"),
                "\(answer.text)"
            )
        }
    }

    @Test func `an attachment is charged once, packed or not`() async throws {
        for encoding in ["gzip", "identity"] {
            let server = try await AppServer(ingest: Self.narrow)
            let body = Self.envelope(attaching: [UInt8](repeating: 1, count: 2 << 20))
            let sent = encoding == "gzip" ? Self.stored(body) : body

            #expect(try await send(sent, encoding: encoding, to: server).status == 200)
            #expect(try await send(sent, encoding: encoding, to: server).status == 429)
        }
    }

    /// One address has a tenth: 3 MiB.
    private static var narrow: IngestLimits {
        var limits = IngestLimits()
        limits.bytesPerKey = 30 << 20
        limits.period = .hours(1)
        return limits
    }

    @Test func `a body that is announced and does not arrive costs no more than a small one`() async throws {
        let server = try await AppServer(ingest: Self.narrow)
        let broken = RequestBody(buffer: ByteBuffer(string: "{}\n{\"type\":1}\n"))

        #expect(try await send(broken, of: 19 << 20, encoding: "identity", to: server).status == 400)
        let body = Self.envelope(attaching: [UInt8](repeating: 1, count: 3 << 19))
        #expect(try await send(body, encoding: "identity", to: server).status == 200)
    }

    @Test func `a body that breaks is charged for what it had unpacked to`() async throws {
        let server = try await AppServer(ingest: Self.narrow)
        let blank = [UInt8](repeating: 0x20, count: 2016)
        let noise = Self.noise(32 * 3584)
        let part = (0..<3584).flatMap { noise[(32 * $0)..<(32 * $0 + 32)] + blank }
        var sent = Packing.gzip.pack(Self.envelope(attaching: part))
        // Its check sum is wrong.
        sent[sent.count - 8] ^= 1

        var statuses: [Int] = []
        for _ in 0..<5 { statuses.append(try await send(sent, encoding: "gzip", to: server).status) }

        // As sent they are far less than the share of an address.
        #expect(5 * sent.count < 2 << 20)
        #expect(statuses.first == 400 && statuses.last == 429, "\(statuses)")
    }
}
