import Domain
import Testing

@testable import Ingest

/// A request of opentelemetry-swift: the SDK's resource, and log records of its session instrumentation and of an app.
@Suite struct OpenTelemetrySwiftTests {
    private static let trace = TraceID("0af7651916cd43dd8448eb211c80319c")

    /// The texts of the resource, which all events have, and those of one event.
    private func texts(_ own: [EventDimension: String]) -> EventTexts {
        var texts: EventTexts = [
            .appVersion: "2.4.0 (17)", .environment: "production", .platform: "iOS", .osVersion: "18.5.0",
            .deviceModel: "iPhone16,1", .installation: "6F9C3D10-4B7E-4E0A-9D52-8A1C0E5B7F34",
        ]
        for (dimension, text) in own { texts[dimension] = text }
        return texts
    }

    private func events(
        of name: String = "otel-swift-logs.binpb",
        as encoding: OTLPEncoding = .protobuf
    ) throws -> [DecodedEvent] {
        let delivery = try OTLPBody.decode(RecordedBody.bytes(name), as: encoding)
        #expect(delivery.rejected.isEmpty && delivery.counted.isEmpty && delivery.sentAt == nil)
        return delivery.events
    }

    private func attributes(of event: DecodedEvent) -> [String: EventAttribute.Value] {
        Dictionary(event.content.attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `the same records in protobuf and in JSON are the same events`() throws {
        let inProtobuf = try events()

        #expect(inProtobuf.count == 4)
        #expect(try events(of: "otel-swift-logs.json", as: .json) == inProtobuf)
        #expect(Set(inProtobuf.map(\.content.id)).count == 4)
        #expect(inProtobuf.allSatisfy { $0.hasOwnTime && $0.hasDerivedID && $0.category == .log })
    }

    @Test func `times in nanoseconds are read to the millisecond`() throws {
        let times = try events().map(\.content.occurredAt.milliseconds)

        #expect(times == [1_795_251_598_250, 1_795_251_598_370, 1_795_251_598_730, 1_795_251_599_150])
    }

    @Test func `the start of a session of the app is no result, and its session is not the user's`() throws {
        let event = try #require(try events().first)

        #expect(event.content.stage == .other && event.content.outcome == .info && event.content.attempt == nil)
        #expect(event.content.error == nil)
        #expect(event.content.texts == texts([.name: "session.start"]))
        let attributes = attributes(of: event)
        #expect(attributes["otel.scope.name"] == .text("io.opentelemetry.sessions"))
        #expect(attributes["session.id"] == .text("0E8D6A52-91B3-4C47-8F0D-5B2A7C9E1D63"))
        #expect(attributes["session.previous_id"] == .text("B41F7C08-2D5A-4E96-A3C1-7E90D8F25B14"))
        #expect(attributes["session.start_time"] == .integer(1_795_251_598_250_123_456))
        #expect(attributes["service.name"] == .text("Shop") && attributes["os.type"] == .text("darwin"))
        #expect(attributes["telemetry.sdk.language"] == .text("swift"))
    }

    @Test func `a failure has its place, its chain of errors and the state of the app`() throws {
        let event = try events()[1]

        #expect(event.content.stage == .sessionStore && event.content.outcome == .failed)
        #expect(event.content.attempt == Self.trace && event.content.duration == .milliseconds(38))
        #expect(
            event.content.texts
                == texts([
                    .name: "auth.attempt.session_store", .provider: "apple", .user: "u-1",
                    .session: "0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A908", .network: "wifi", .appState: "background",
                ])
        )
        #expect(
            event.content.error
                == EventError(
                    domain: "NSOSStatusErrorDomain",
                    code: "-25308",
                    message: "The session was not stored",
                    chain: [
                        .init(domain: "com.example.shop.KeychainError", code: "2"),
                        .init(domain: "NSOSStatusErrorDomain", code: "-25308"),
                    ]
                )
        )
        #expect(attributes(of: event)["otel.scope.name"] == .text("com.example.shop.sign-in"))
        #expect(attributes(of: event)["span_id"] == .text("b7ad6b7169203331"))
    }

    @Test func `an exception is the error, and the text of its record stays`() throws {
        let event = try events()[2]

        #expect(event.content.stage == .tokenExchange && event.content.outcome == .degraded)
        #expect(
            event.content.error
                == EventError(
                    domain: "NSURLErrorDomain",
                    code: "-1009",
                    message: "The Internet connection appears to be offline."
                )
        )
        let attributes = attributes(of: event)
        #expect(attributes["body"] == .text("The request did not reach the server"))
        #expect(attributes["http.request.method"] == .text("POST"))
        #expect(attributes["url.path"] == .text("/auth/v1/token"))
        #expect(attributes["severity_text"] == .text("WARN") && attributes["severity_number"] == .integer(13))
    }

    @Test func `a user who closed the sheet cancelled, without an error's domain`() throws {
        let event = try events()[3]

        #expect(event.content.stage == .appleSheet && event.content.outcome == .cancelled)
        #expect(event.content.texts[.provider] == "apple")
        #expect(event.content.error == EventError(domain: "", code: "", message: "The sheet was closed"))
    }
}
