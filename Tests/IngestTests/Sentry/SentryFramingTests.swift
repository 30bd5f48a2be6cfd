import Domain
import Testing

@testable import Ingest

@Suite struct SentryFramingTests {
    /// Envelopes, and what they hold.
    static let readable = [
        // The header alone, with and without its end.
        ("{}", "0"), ("{}\n", "0"), ("{}\n\n\n", "0"), (#"{"sdk":{"name":"x"},"unknown":[1]}"#, "0"),
        // With length, without it, and the last line feed is optional.
        ("{}\n{\"type\":\"event\",\"length\":15}\n{\"message\":\"a\"}\n", "1"),
        ("{}\n{\"type\":\"event\",\"length\":15}\n{\"message\":\"a\"}", "1"),
        ("{}\n{\"type\":\"event\"}\n{\"message\":\"a\"}\n", "1"),
        ("{}\n{\"type\":\"event\"}\n{\"message\":\"a\"}", "1"),
        ("{}\n{\"type\":\"event\",\"length\":null}\n{\"message\":\"a\"}", "1"),
        // CR belongs to the bytes before it, and JSON takes it for space.
        ("{}\r\n{\"type\":\"event\"}\r\n{\"message\":\"a\"}\r\n", "1"),
        ("{}\n{\"type\":\"event\",\"length\":17}\n{\"message\":\r\n\"a\"}\n", "1"),
        // A payload with line feeds of its own.
        ("{}\n{\"type\":\"attachment\",\"length\":5}\n\n{\n}\n\n{\"type\":\"event\"}\n{}", "1, filtered other 1"),
        // Empty payloads.
        ("{}\n{\"type\":\"attachment\",\"length\":0}\n\n{\"type\":\"event\"}\n{}", "1, filtered other 1"),
        ("{}\n{\"type\":\"attachment\"}\n\n{\"type\":\"attachment\"}", "0, filtered other 2"),
        ("{}\n{\"type\":\"attachment\",\"length\":0}", "0, filtered other 1"),
        // A payload that is no event is rejected alone.
        (
            "{}\n{\"type\":\"event\"}\n{\n{\"type\":\"event\"}\n{}\n{\"type\":\"event\"}\n[1]",
            "1, rejected invalid_json, rejected wrong_type"
        ),
    ]

    /// Envelopes whose frames cannot be read, and why.
    static let malformed = [
        ("", "The header of the envelope is not JSON"), ("\n", "The header of the envelope is not JSON"),
        ("{", "The header of the envelope is not JSON"), ("[]", "The header of the envelope must be a JSON object."),
        ("{}\r{}", "The header of the envelope is not JSON"),
        ("{}\nx", "The header of item 0 is not JSON"), ("{}\n7\n", "The header of item 0 must be a JSON object."),
        ("{}\n{}\n", "Item 0 of the envelope has no type."),
        ("{}\n{\"type\":1}\n", "Item 0 of the envelope has no type."),
        // The length is off by one, in both directions, or the payload is cut short.
        (
            "{}\n{\"type\":\"event\",\"length\":14}\n{\"message\":\"a\"}\n",
            "Item 0 of the envelope is longer than its length."
        ),
        (
            "{}\n{\"type\":\"event\",\"length\":16}\n{\"message\":\"a\"}",
            "Item 0 of the envelope ends before its length."
        ),
        (
            "{}\n{\"type\":\"event\",\"length\":16}\n{\"message\":\"a\"}\n{}",
            "Item 0 of the envelope is longer than its length."
        ),
        ("{}\n{\"type\":\"event\",\"length\":1}", "Item 0 of the envelope ends before its length."),
        ("{}\n{\"type\":\"a\",\"length\":9223372036854775807}\nx", "Item 0 of the envelope ends before its length."),
        ("{}\n{\"type\":\"a\",\"length\":-1}\nx", "Item 0 of the envelope has a length that is no number of bytes."),
        ("{}\n{\"type\":\"a\",\"length\":1.5}\nx", "Item 0 of the envelope has a length that is no number of bytes."),
        ("{}\n{\"type\":\"a\",\"length\":\"1\"}\nx", "Item 0 of the envelope has a length that is no number of bytes."),
        ("{}\n{\"type\":\"a\",\"length\":1e30}\nx", "Item 0 of the envelope has a length that is no number of bytes."),
        ("{}\n{\"type\":\"event\"}\n{}\nrest", "The header of item 1 is not JSON"),
    ]

    private func decode(_ text: String) throws -> EventDelivery {
        try SentryEvents.decode(Array(text.utf8), as: .envelope, to: nil, receivedAt: Envelope.now)
    }

    /// The number of events, and of other items by their outcome.
    static func summary(_ delivery: EventDelivery) -> String {
        let counted = delivery.counted.map { "\($0.outcome) \($0.category) \($0.count)" }.sorted()
        return ([String(delivery.events.count)] + delivery.rejected.map { "rejected \($0.code)" } + counted)
            .joined(separator: ", ")
    }

    @Test(arguments: readable)
    func `an envelope is read frame by frame`(text: String, expected: String) throws {
        #expect(Self.summary(try decode(text)) == expected)
    }

    @Test(arguments: malformed)
    func `frames that cannot be read cost the envelope`(text: String, sentence: String) throws {
        let error = #expect(throws: DeliveryError.self) { try decode(text) }

        #expect(error?.code == "malformed_envelope")
        #expect(error?.sentence.hasPrefix(sentence) == true, "\(error?.sentence ?? "")")
    }

    @Test func `thousands of items of unknown kinds are counted beside one event`() throws {
        let count = SentryEnvelopeReader.maximumItems - 1
        let unknown = String(repeating: "{\"type\":\"new_kind\",\"length\":2}\n{}\n", count: count)

        let delivery = try decode("{}\n\(unknown){\"type\":\"event\"}\n{}\n")

        #expect(delivery.events.count == 1)
        #expect(delivery.counted == [ItemCount(.filtered, .other, reason: "unsupported", count: count)])
    }

    @Test func `more items than an envelope may have are too many`() throws {
        let most = String(repeating: "{\"type\":\"x\"}\n\n", count: SentryEnvelopeReader.maximumItems)

        #expect(try decode("{}\n\(most)").counted.map(\.count) == [SentryEnvelopeReader.maximumItems])
        let error = #expect(throws: DeliveryError.self) { try decode("{}\n\(most){\"type\":\"x\"}\n") }
        #expect(error?.code == "too_many" && error?.examined == SentryEnvelopeReader.maximumItems)
    }

    @Test func `a header line has a limit`() throws {
        func line(_ count: Int) -> String { "{\"a\":\"\(String(repeating: "x", count: count - 8))\"}" }
        let most = SentryEnvelopeReader.maximumHeaderBytes

        _ = try decode(line(most))
        _ = try decode(line(most) + "\n")
        for text in [
            line(most + 1), line(most + 1) + "\n", "{}\n" + line(most + 1), String(repeating: " ", count: 1 << 20),
        ] {
            let error = #expect(throws: DeliveryError.self) { try decode(text) }
            #expect(error?.code == "malformed_envelope")
        }
    }

    @Test func `bytes that are no text are a payload`() throws {
        var bytes = Array("{}\n{\"type\":\"attachment\",\"length\":4}\n".utf8)
        bytes += [0xFF, 0x0A, 0x00, 0xC0, 0x0A]
        bytes += Array("{\"type\":\"event\"}\n{}".utf8)

        let delivery = try SentryEvents.decode(bytes, as: .envelope, to: nil, receivedAt: Envelope.now)

        #expect(delivery.events.count == 1)
    }

    /// The limit is no measure, only an end.
    @Test(.timeLimit(.minutes(1))) func `an envelope that is cut anywhere is read or rejected, and never crashes`()
        throws
    {
        let whole = Envelope(#"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sent_at":"2026-11-21T09:00:00Z"}"#)
            .with("event", #"{"message":"é","tags":[["a","b"]]}"#)
            .with("log", #"{"items":[{"timestamp":1795251599.5,"level":"info","body":"x","attributes":{}}]}"#)
            .with("session", #"{"sid":"A","started":"2026-11-21T08:00:00Z","attrs":{"release":"a@1"}}"#)
            .with("client_report", #"{"discarded_events":[{"reason":"x","category":"error","quantity":1}]}"#)
            .bytes

        for end in 0...whole.count {
            _ = try? SentryEvents.decode(Array(whole[..<end]), as: .envelope, to: nil, receivedAt: Envelope.now)
            var changed = whole
            if end < whole.count {
                changed[end] ^= 0x01
                _ = try? SentryEvents.decode(changed, as: .envelope, to: nil, receivedAt: Envelope.now)
            }
        }
    }
}
