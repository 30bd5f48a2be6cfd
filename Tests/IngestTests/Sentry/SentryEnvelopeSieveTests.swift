import Domain
import Packing
import Testing

@testable import Ingest

/// What a sieve keeps decodes like the whole envelope, wherever it is cut.
@Suite struct SentryEnvelopeSieveTests {
    private static let limit = 8 << 20

    /// - Parameter size: of the pieces.
    private func sieved(_ body: [UInt8], by size: Int, keeping maximumBytes: Int = limit) throws -> [UInt8] {
        var sieve = SentryEnvelopeSieve(keeping: maximumBytes)
        for start in stride(from: 0, to: body.count, by: size) {
            try sieve.take(body[start..<min(start + size, body.count)])
        }
        return try sieve.finish()
    }

    private func decode(_ body: [UInt8]) throws -> EventDelivery {
        try SentryEvents.decode(body, as: .envelope, to: nil, receivedAt: Envelope.now)
    }

    private static let whole = Envelope(
        #"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sent_at":"2026-11-21T09:00:00Z"}"#
    )
    .with("attachment", "\n{\"type\":\"event\"}\n\n", header: #","filename":"{\n}""#)
    .with("event", #"{"timestamp":1795251598.25,"message":"é","tags":[["a","b"]]}"#)
    .with("transaction", "{}").with("otel_log", "{}").with("replay_recording", "").with("span", "\n")
    .with("log", #"{"items":[{"timestamp":1795251599.5,"level":"info","body":"x","attributes":{}}]}"#)
    .with(raw: "\n\n{\"type\":\"profile\"}\nnot counted by bytes\n")
    .with("session", #"{"sid":"A","started":"2026-11-21T08:00:00Z","attrs":{"release":"a@1"}}"#)
    .with("sessions", #"{"aggregates":[{"started":"2026-11-21T08:00:00Z","exited":2}],"attrs":{"release":"a@1"}}"#)
    .with("client_report", #"{"discarded_events":[{"reason":"x","category":"error","quantity":1}]}"#)

    @Test func `every kind is kept or counted as from the whole envelope, wherever it is cut`() throws {
        let body = Self.whole.bytes
        let expected = try decode(body)
        #expect(expected.events.count == 2 && expected.runs.count == 2)

        for size in 1...body.count {
            let delivery = try decode(sieved(body, by: size))

            #expect(delivery.items == expected.items)
            #expect(Set(delivery.counted) == Set(expected.counted))
            #expect(delivery.runs.count == expected.runs.count && delivery.id == expected.id)
            #expect(delivery.examined == expected.examined && delivery.chargedItems == expected.chargedItems)
        }
    }

    @Test(arguments: SentryFramingTests.readable)
    func `an envelope is sieved frame by frame`(text: String, expected: String) throws {
        let body = Array(text.utf8)

        for size in 1...body.count {
            let kept = try sieved(body, by: size)
            #expect(SentryFramingTests.summary(try decode(kept)) == expected)
            #expect(kept.count <= body.count + 2)
        }
    }

    @Test(arguments: SentryFramingTests.malformed)
    func `frames that cannot be read cost the envelope when it is sieved too`(text: String, sentence: String) throws {
        let body = Array(text.utf8)
        let expected = #expect(throws: DeliveryError.self) { try decode(body) }

        for size in 1...max(1, body.count) {
            let error = #expect(throws: DeliveryError.self) { try sieved(body, by: size) }
            #expect(error?.code == "malformed_envelope" && error?.sentence == expected?.sentence)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `an envelope that is changed anywhere is read as the whole is, or rejected`() {
        let whole = Self.whole.bytes

        for place in whole.indices {
            var body = whole
            body[place] ^= 0x01
            for body in [body, Array(whole[..<place])] {
                let expected = Result { SentryFramingTests.summary(try decode(body)) }
                let found = Result { SentryFramingTests.summary(try decode(sieved(body, by: 7))) }
                #expect((try? found.get()) == (try? expected.get()))
            }
        }
    }

    @Test func `the headers of what is read over are kept short`() throws {
        let filler = String(repeating: "x", count: 16_000)
        let items = String(repeating: "{\"type\":\"\(filler)\",\"length\":3}\nabc\n", count: 300)
        let body = Array("{}\n\(items){\"type\":\"event\"}\n{}".utf8)

        let kept = try sieved(body, by: 5000)

        #expect(kept.count < 300 * 16)
        #expect(SentryFramingTests.summary(try decode(kept)) == "1, filtered other 300")
    }

    @Test func `more items than an envelope may have are too many, and each is paid for`() throws {
        let most = String(repeating: "{\"type\":\"x\"}\n\n", count: SentryEnvelopeReader.maximumItems)

        let kept = try sieved(Array("{}\n\(most)".utf8), by: 4096)
        #expect(try decode(kept).counted.map(\.count) == [SentryEnvelopeReader.maximumItems])
        let error = #expect(throws: DeliveryError.self) {
            try sieved(Array("{}\n\(most){\"type\":\"x\"}\n".utf8), by: 4096)
        }

        #expect(error?.code == "too_many" && error?.examined == SentryEnvelopeReader.maximumItems)
    }

    @Test func `a header line has a limit, however it is cut`() throws {
        func line(_ count: Int) -> [UInt8] { Array("{\"a\":\"\(String(repeating: "x", count: count - 8))\"}".utf8) }
        let most = SentryEnvelopeReader.maximumHeaderBytes

        for size in [1, 1000, most - 1, most, most + 1, 2 * most] {
            #expect(try sieved(line(most), by: size) == line(most) + [0x0A])
            #expect(try sieved(line(most) + [0x0A], by: size) == line(most) + [0x0A])
            for body in [line(most + 1), Array("{}\n".utf8) + line(most + 1)] {
                let error = #expect(throws: DeliveryError.self) { try sieved(body, by: size) }
                #expect(error?.code == "malformed_envelope")
            }
        }
    }

    @Test func `what is kept has a limit, and what is read over has none`() throws {
        let body = Envelope().with("attachment", String(repeating: "x", count: 5000))
            .with("event", #"{"message":"\#(String(repeating: "y", count: 500))"}"#).bytes
        let size = try sieved(body, by: 100).count
        #expect(size < 600)
        // The header of the attachment is kept shorter, and counts as it was sent.
        let header = try #require(body.split(separator: 0x0A).dropFirst().first)
        let most = size + header.count - #"{"type":""}"#.utf8.count

        #expect(try sieved(body, by: 100, keeping: most).count == size)
        let error = #expect(throws: DeliveryError.self) { try sieved(body, by: 100, keeping: most - 1) }

        #expect(error?.code == "too_large" && error?.sentence.contains("at most \(most - 1) bytes") == true)
    }

    @Test(arguments: Packing.builtIn) func `a packed envelope is sieved step by step`(packing: Packing) throws {
        // More than a step unpacks, of a ratio that is no bomb's.
        let unit = (0..<1000).map { UInt8(truncatingIfNeeded: $0 < 50 ? $0 &* $0 &* 31 : 0x20) }
        var attachment: [UInt8] = []
        for index in 0..<10_000 { attachment += unit[(index % 50)...] + unit[..<(index % 50)] }
        let head = Array("{}\n{\"type\":\"attachment\",\"length\":\(attachment.count)}\n".utf8)
        let body = head + attachment + Array("\n{\"type\":\"event\"}\n{}\n".utf8)
        let packed = packing.pack(body)
        let decoder = try #require(ContentCoding(field: packing.contentEncoding).flatMap { ContentDecoder($0) })
        let sieved = SievedBody(
            SentryEnvelopeSieve(keeping: 1000),
            decoder: decoder,
            // The ratio is none of this test.
            packedBytes: body.count
        )

        var steps = 0
        for start in stride(from: 0, to: packed.count, by: 100_000) {
            sieved.add(Array(packed[start..<min(start + 100_000, packed.count)]))
            var progress: SievedBody.Progress
            repeat {
                progress = try sieved.unpack()
                steps += 1
            } while !progress.isDone
            #expect(progress.keptBytes < 100)
            if start + 100_000 >= packed.count { #expect(progress.readOverBytes > 9 << 20) }
        }

        #expect(steps > 1)
        #expect(SentryFramingTests.summary(try decode(sieved.finish())) == "1, filtered other 1")
    }

    @Test func `a packed envelope that is cut short is rejected at its end`() throws {
        let decoder = try #require(ContentDecoder(.gzip))
        let packed = Packing.gzip.pack(Self.whole.bytes)
        let sieved = SievedBody(SentryEnvelopeSieve(keeping: 10_000), decoder: decoder, packedBytes: nil)

        sieved.add(Array(packed.dropLast(3)))
        while try !sieved.unpack().isDone {}

        #expect(throws: InflateError.truncated) { try sieved.finish() }
    }

    @Test func `what an envelope unpacks to has a limit, kept or not`() throws {
        let decoder = try #require(ContentDecoder(.gzip))
        let count = SievedBody.maximumBytes
        let head = Array("{}\n{\"type\":\"attachment\",\"length\":\(count)}\n".utf8)
        let member = Packing.gzip.pack([UInt8](repeating: 0, count: count / 10))
        let packed = Packing.gzip.pack(head) + (0..<10).flatMap { _ in member }
        // It is announced as no bomb.
        let sieved = SievedBody(SentryEnvelopeSieve(keeping: 1000), decoder: decoder, packedBytes: 2 << 20)

        sieved.add(packed)

        #expect(throws: InflateError.tooLarge(maximumBytes: count)) { while try !sieved.unpack().isDone {} }
    }
}
