import Domain
import Testing

@testable import Ingest

/// U+0000 in texts of events, which no engine can search behind, in all formats.
@Suite struct EventTextTests {
    private static func native() throws -> EventDelivery {
        let event =
            #"{"stage":"refresh","outcome":"failed","app_version":"2\u0000.4","error":{"message":"seen\u0000behind"},"a\u0000b":"c\u0000d"}"#
        return try NativeEvents.decode(Array("{\"events\":[\(event)]}".utf8), as: .json, receivedAt: Envelope.now)
    }

    private static func sentry() throws -> EventDelivery {
        try Envelope().with(
            "event",
            #"{"message":"seen\u0000behind","tags":{"service.version":"2\u0000.4","a\u0000b":"c\u0000d"}}"#
        ).decoded()
    }

    private static func sentryLog() throws -> EventDelivery {
        try Envelope().with(
            "log",
            #"{"items":[{"body":"seen\u0000behind","attributes":{"service.version":{"value":"2\u0000.4"},"a\u0000b":{"value":"c\u0000d"}}}]}"#
        ).decoded()
    }

    private static func otlpJSON() throws -> EventDelivery {
        let record =
            #"{"body":{"stringValue":"seen\u0000behind"},"attributes":[{"key":"service.version","value":{"stringValue":"2\u0000.4"}},{"key":"a\u0000b","value":{"stringValue":"c\u0000d"}}]}"#
        return try OTLPBody.decode(OTLPBody.json(record), as: .json)
    }

    private static func otlpProtobuf() throws -> EventDelivery {
        var record = OTLPBody.record([
            OTLPBody.attribute("service.version", "2\0.4"), OTLPBody.attribute("a\0b", "c\0d"),
        ])
        record.body = OTLPBody.text("seen\0behind")
        return try OTLPBody.decode(OTLPBody.logs([record]))
    }

    @Test(arguments: ["native", "Sentry", "Sentry log", "OTLP/JSON", "OTLP in protobuf"])
    func `U+0000 is replaced in every text of an event`(format: String) throws {
        let delivery =
            switch format {
            case "native": try Self.native()
            case "Sentry": try Self.sentry()
            case "Sentry log": try Self.sentryLog()
            case "OTLP/JSON": try Self.otlpJSON()
            default: try Self.otlpProtobuf()
            }

        let content = try #require(delivery.events.first).content
        #expect(delivery.rejected.isEmpty)
        #expect(content.error?.message == "seen\u{FFFD}behind")
        #expect(content.texts[.appVersion] == "2\u{FFFD}.4")
        #expect(content.attributes.contains(EventAttribute("a\u{FFFD}b", .text("c\u{FFFD}d"))))
    }

    @Test func `a text of U+0000 is bounded too, and whole characters`() {
        let text = String(repeating: "\0", count: 100)

        #expect(EventText.clipped(text, 30) == String(repeating: "\u{FFFD}", count: 10))
        #expect(EventText.clipped(text, 31) == String(repeating: "\u{FFFD}", count: 10))
        #expect(EventText.clipped("\0", 3) == "\u{FFFD}" && EventText.clipped("\0", 2) == "")
        let name = EventText.clippedName(text + ".password")
        #expect(name.utf8.count <= EventTextField.attributeName.maximumBytes)
        #expect(name.hasPrefix("…\u{FFFD}") && name.hasSuffix("\u{FFFD}.password"))
    }
}
