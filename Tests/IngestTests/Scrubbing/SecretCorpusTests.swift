import Domain
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

/// No secret of the corpus is kept, whatever the format and the place in the event, and what is no secret stays readable.
@Suite struct SecretCorpusTests {
    private static let scrubber = Scrubber { _ in "1f2e3d4c" }

    private static func scrubbed(_ delivery: EventDelivery) -> [String] {
        delivery.events.flatMap { scrubber.scrub($0).content.clientTexts }
    }

    /// The text in one place of an event, so that each text is read a few times only: `place` chooses the message, an
    /// attribute, a nested attribute, the message or the data of a breadcrumb, or the body of a log record.
    private static func sentry(_ text: String, place: Int) throws -> [String] {
        let event: JSONValue =
            switch place % 5 {
            case 0: ["message": .string(text)]
            case 1: ["exception": ["values": [["type": "AuthError", "value": .string(text)]]]]
            case 2: ["extra": ["note": .string(text), "form": ["state": ["note": .string(text)]]]]
            case 3: ["message": "x", "breadcrumbs": ["values": [["message": .string(text)]]]]
            default: ["message": "x", "breadcrumbs": ["values": [["data": ["note": .string(text)]]]]]
            }
        return scrubbed(try Envelope().with("event", event.text).decoded())
    }

    private static func native(_ text: String, place: Int) throws -> [String] {
        var event: JSONObject = ["stage": "refresh", "outcome": "failed"]
        switch place % 3 {
        case 0: event.set("error", to: ["domain": "App", "code": "1", "message": .string(text)])
        case 1: event.set("note", to: .string(text))
        default: event.set("form", to: ["state": ["note": .string(text)]])
        }
        let body: JSONValue = ["events": [.object(event)]]
        return scrubbed(try NativeEvents.decode(body.serialized(), as: .json, receivedAt: Envelope.now))
    }

    private static func otlp(_ text: String, place: Int) throws -> [String] {
        var record = OTLPBody.record()
        switch place % 3 {
        case 0: record.body = OTLPBody.text(text)
        case 1: record.attributes = [OTLPBody.attribute("note", text)]
        default:
            record.attributes = [
                .with { form in
                    form.key = "form"
                    form.value = .with { $0.kvlistValue.values = [OTLPBody.attribute("note", text)] }
                }
            ]
        }
        return scrubbed(try OTLPBody.decode(OTLPBody.logs([record])))
    }

    private static let formats: [(name: String, texts: @Sendable (String, Int) throws -> [String])] = [
        ("native", { try native($0, place: $1) }), ("sentry", { try sentry($0, place: $1) }),
        ("otlp", { try otlp($0, place: $1) }),
    ]

    @Test(arguments: [0, 1, 2]) func `no secret is kept`(format: Int) throws {
        let samples = try SecretCorpus.samples()
        var left: [String] = []
        var read = 0

        for (place, sample) in samples.enumerated() {
            let texts = try Self.formats[format].texts(sample.text, place)
            read += texts.count { !$0.isEmpty }
            for secret in sample.secrets where texts.contains(where: { $0.containsBytes(of: secret) }) {
                left.append("\(sample.kind): \(secret.debugDescription) in \(sample.text.debugDescription)")
            }
        }

        #expect(left == [], "\(Self.formats[format].name)")
        #expect(samples.count > 1_600 && samples.allSatisfy { !$0.secrets.isEmpty } && read >= samples.count)
    }

    @Test func `what is scrubbed once stays`() throws {
        for sample in try SecretCorpus.samples() {
            let once = Self.scrubber.scrub(sample.text)
            #expect(Self.scrubber.scrub(once) == once)
        }
    }

    @Test func `texts without secrets stay readable`() throws {
        let texts = try SecretCorpus.plainTexts()
        let changed = texts.filter { Self.scrubber.scrub($0) != $0 }
        let lost = changed.reduce(0) { sum, text in
            sum + Self.scrubber.scrub(text).utf8.difference(from: text.utf8).removals.count
        }

        #expect(texts.count > 700)
        #expect(changed.count <= texts.count / 80, "\(changed)")
        #expect(lost * 200 <= texts.reduce(0) { $0 + $1.utf8.count })
    }

    private static func kept(_ attribute: EventAttribute) throws -> EventAttribute.Value {
        let body: JSONValue = ["events": [["stage": "refresh", "outcome": "failed"]]]
        var event = try #require(
            NativeEvents.decode(body.serialized(), as: .json, receivedAt: Envelope.now).events.first
        )
        event.content.attributes = [attribute]
        return try #require(scrubber.scrub(event).content.attributes.first).value
    }

    @Test func `values under the names of secrets are not kept`() throws {
        for (attribute, secret) in try SecretCorpus.attributes("attributes") {
            let kept = try Self.kept(attribute)
            #expect(kept != attribute.value, "\(attribute)")
            if let secret { #expect(!"\(kept)".containsBytes(of: secret), "\(attribute)") }
        }
    }

    @Test func `values under other names stay`() throws {
        for (attribute, _) in try SecretCorpus.attributes("plain-attributes") {
            #expect(try Self.kept(attribute) == attribute.value, "\(attribute)")
        }
    }

    @Test func `another attribute can name a value`() throws {
        let body: JSONValue = [
            "events": [
                [
                    "stage": "refresh", "outcome": "failed",
                    "form": [["name": "password", "value": "hunter2"], ["name": "user", "value": "u1"]],
                    "parameters": [["key": "otp", "value": ["stringValue": "Tr0ub4dor"]]],
                    // Flattened to `field.name`, `field.value` and `setting.value.text`.
                    "field": ["name": "password", "value": "correct horse"],
                    "setting": ["key": "client_secret", "value": ["text": "battery staple"]],
                    "column": ["name": "city", "value": "New York"],
                ]
            ]
        ]
        let event = try #require(
            NativeEvents.decode(body.serialized(), as: .json, receivedAt: Envelope.now).events.first
        )
        let texts = Self.scrubber.scrub(event).content.clientTexts

        #expect(!texts.contains { $0.containsBytes(of: "hunter2") || $0.containsBytes(of: "Tr0ub4dor") })
        #expect(!texts.contains { $0.containsBytes(of: "correct horse") || $0.containsBytes(of: "battery staple") })
        #expect(texts.contains { $0.containsBytes(of: "u1") } && texts.contains("New York"))
    }
}
