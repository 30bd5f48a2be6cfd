import Domain
import Foundation
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

@Suite struct OTLPTracesTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    private func decode(_ body: [UInt8], as encoding: OTLPEncoding = .protobuf) throws -> EventDelivery {
        try OTLPTraces.decode(body, as: encoding, receivedAt: OTLPBody.now)
    }

    private func span(_ attributes: [(String, String)], change: (inout ProtoSpan) -> Void = { _ in }) -> ProtoSpan {
        .with { span in
            span.traceID = .init(Hexadecimal.decode(Self.trace) ?? [])
            span.spanID = .init([0, 1, 2, 3, 4, 5, 6, 7])
            span.parentSpanID = .init([8, 1, 2, 3, 4, 5, 6, 7])
            span.name = "POST /session"
            span.kind = 2
            span.startTimeUnixNano = OTLPBody.time
            span.endTimeUnixNano = OTLPBody.time + 40_900_000
            span.attributes = attributes.map(OTLPBody.attribute)
            change(&span)
        }
    }

    private func one(
        _ attributes: [(String, String)],
        change: (inout ProtoSpan) -> Void = { _ in }
    ) throws
        -> EventContent
    {
        let delivery = try decode(OTLPBody.spans([span(attributes, change: change)]))
        return try #require(delivery.events.first).content
    }

    @Test func `a span of sign-in is an event, from JSON and from protobuf`() throws {
        let body = """
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},
             "scopeSpans":[{"spans":[{"traceId":"\(Self.trace)","spanId":"0001020304050607","parentSpanId":"0801020304050607",
              "name":"POST /session","kind":2,"startTimeUnixNano":"\(OTLPBody.time)",
              "endTimeUnixNano":\(OTLPBody.time + 40_900_000),"traceState":"","links":[],"status":{},
              "attributes":[{"key":"auth.stage","value":{"stringValue":"api-use"}}]}]}]}]}
            """
        let protobuf = try decode(
            OTLPBody.spans([span([("auth.stage", "api-use")])], resource: [OTLPBody.attribute("service.name", "shop")])
        )

        let event = try #require(protobuf.events.first)
        #expect(try decode(Array(body.utf8), as: .json).items == protobuf.items)
        #expect(event.category == .span && event.content.occurredAt == OTLPBody.now - .seconds(1))
        #expect(event.content.stage == .apiUse && event.content.outcome == .success)
        #expect(event.content.source == .client && event.content.attempt == TraceID(Self.trace))
        #expect(event.content.texts[.name] == "POST /session")
        #expect(
            event.content.attributes == [
                .init("parent_span_id", .text("0801020304050607")), .init("service.name", .text("shop")),
                .init("span_id", .text("0001020304050607")), .init("span_kind", .text("server")),
            ]
        )
        #expect(event.content.duration == .milliseconds(40))
    }

    @Test func `other spans are counted and not kept`() throws {
        let others = [
            span([("session.id", "s"), ("http.route", "/")]), span([("authority", "x")]), span([]),
        ]
        let named = span([]) { $0.name = "auth.refresh" }
        let delivery = try decode(
            OTLPBody.spans(others + [named], resource: [OTLPBody.attribute("auth.method", "apple")])
        )

        #expect(delivery.events.map(\.content.texts[.name]) == ["auth.refresh"])
        #expect(delivery.rejected == [])
        #expect(delivery.counted == [ItemCount(.filtered, .span, reason: "not_sign_in", count: 3)])
    }

    @Test func `the status decides when the span has no outcome`() throws {
        #expect(try one([("auth.method", "apple")]).outcome == .info)
        #expect(try one([("auth.stage", "refresh")]).outcome == .success)
        let failed = try one([("auth.stage", "refresh")]) { span in
            span.status.code = 2
            span.status.message = "timed out"
        }
        #expect(failed.outcome == .failed && failed.error == EventError(domain: "", code: "", message: "timed out"))
        #expect(try one([("auth.outcome", "cancelled")]) { $0.status.code = 2 }.outcome == .cancelled)
    }

    @Test func `what an exception says beside its error is kept`() throws {
        let event = try one([("auth.method", "apple")]) { span in
            span.events = [
                .with { event in
                    event.name = "exception"
                    event.attributes = [
                        ("exception.type", "T"), ("user.id", "u"), ("auth.stage", "refresh"), ("x", "y"),
                    ].map(OTLPBody.attribute)
                }
            ]
        }

        #expect(event.error?.domain == "T" && event.texts[.user] == nil && event.stage == .other)
        for (name, text) in [("user.id", "u"), ("auth.stage", "refresh"), ("x", "y")] {
            #expect(event.attributes.contains(.init(name, .text(text))))
        }
    }

    @Test func `the last exception of a span is its error`() throws {
        let event = try one([("auth.stage", "refresh")]) { span in
            span.events = ["First", "Last", ""].map { type in
                .with { event in
                    event.name = type.isEmpty ? "other" : "exception"
                    event.attributes = [
                        OTLPBody.attribute("exception.type", type), OTLPBody.attribute("exception.message", "gone"),
                        OTLPBody.attribute("exception.stacktrace", "at x"),
                    ]
                }
            }
            span.status.code = 2
            span.status.message = "other words"
        }

        #expect(event.error == EventError(domain: "Last", code: "", message: "gone"))
        #expect(event.attributes.contains(.init("exception.stacktrace", .text("at x"))))
    }

    @Test func `times in the wrong order have no duration`() throws {
        let event = try one([("auth.stage", "refresh")]) { $0.endTimeUnixNano = 1 }
        let endless = try one([("auth.stage", "refresh")]) { $0.endTimeUnixNano = .max }

        #expect(!event.attributes.contains { $0.name == "duration_ms" })
        #expect(endless.occurredAt == OTLPBody.now - .seconds(1))
    }

    @Test func `a span that is sent again has the same id, and one bad span is rejected alone`() throws {
        let span = span([("auth.stage", "refresh")])
        let bytes = try span.serializedBytes() as [UInt8]
        let body = OTLPBody.logs(encoded: [bytes, [0x2A, 0x05], bytes])

        let first = try decode(body)

        #expect(Set(first.events.map(\.content.id)).count == 2)
        #expect(try decode(body).events.map(\.content.id) == first.events.map(\.content.id))
        #expect(first.rejected.map(\.index) == [1] && first.rejected.first?.category == .span)
    }
}
