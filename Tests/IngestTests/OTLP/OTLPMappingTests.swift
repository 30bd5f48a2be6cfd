import Domain
import Foundation
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

@Suite struct OTLPMappingTests {
    private func event(
        _ attributes: [(String, String)] = [],
        resource: [(String, String)] = [],
        change: (inout ProtoLogRecord) -> Void = { _ in }
    ) throws -> DecodedEvent {
        var record = OTLPBody.record(attributes.map(OTLPBody.attribute))
        change(&record)
        let delivery = try OTLPBody.decode(OTLPBody.logs([record], resource: resource.map(OTLPBody.attribute)))
        return try #require(delivery.events.first)
    }

    @Test func `every name of a dimension is read`() throws {
        for dimension in EventDimension.texts {
            for name in dimension.definition.wireNames.otlp {
                #expect(try event([(name, "x")]).content.texts[dimension] == "x")
                #expect(try event(resource: [(name, "x")]).content.texts[dimension] == "x")
            }
        }
    }

    @Test func `a duration is read, and what is none is kept as an attribute`() throws {
        func event(_ value: ProtoAnyValue) throws -> EventContent {
            let attribute = ProtoKeyValue.with {
                $0.key = "auth.duration_ms"
                $0.value = value
            }
            let delivery = try OTLPBody.decode(OTLPBody.logs([OTLPBody.record([attribute])]))
            return try #require(delivery.events.first).content
        }

        #expect(try event(.with { $0.intValue = 812 }).duration == .milliseconds(812))
        #expect(try event(.with { $0.doubleValue = 0.6 }).duration == .milliseconds(1))
        let text = try event(.with { $0.stringValue = "soon" })
        #expect(text.duration == nil && text.attributes.contains(.init("auth.duration_ms", .text("soon"))))
        #expect(try event(.with { $0.intValue = -1 }).attributes.contains(.init("auth.duration_ms", .integer(-1))))
    }

    @Test func `a value that cannot be read hides no other one`() throws {
        let list = ProtoKeyValue.with {
            $0.key = "service.version"
            $0.value = .with { $0.arrayValue = .with { $0.values = [.with { $0.intValue = 1 }] } }
        }
        let other = OTLPBody.attribute("app.version", "2")
        let bodies = [
            try OTLPBody.logs([OTLPBody.record([list])], resource: [other]),
            try OTLPBody.logs([OTLPBody.record([list, other])]),
            try OTLPBody.logs([OTLPBody.record([OTLPBody.attribute("service.version", ""), other])]),
        ]

        let events = try bodies.map { try #require(try OTLPBody.decode($0).events.first).content }

        let kept = EventAttribute("service.version", .text("[1]"))
        #expect(events.allSatisfy { $0.texts[.appVersion] == "2" })
        #expect(events.map(\.attributes) == [[kept], [kept], []])
    }

    @Test func `an attempt that is too long to be one is kept as an attribute`() throws {
        let long = String(repeating: "-", count: 300) + "0af7651916cd43dd8448eb211c80319c"

        let content = try event([("auth.attempt.id", long)]).content

        #expect(content.attempt == nil)
        #expect(content.attributes == [.init("auth.attempt.id", .text(long))])
    }

    @Test func `an id that is no text is kept as an attribute`() throws {
        let attribute = ProtoKeyValue.with {
            $0.key = "log.record.uid"
            $0.value = .with { $0.intValue = 7 }
        }
        let delivery = try OTLPBody.decode(OTLPBody.logs([OTLPBody.record([attribute])]))

        #expect(try #require(delivery.events.first).content.attributes.contains(.init("log.record.uid", .integer(7))))
    }

    @Test func `the record takes precedence over its scope, and the scope over the resource`() throws {
        let attributes = ["record", "scope", "resource"].map { value in
            [OTLPBody.attribute("os.version", value), OTLPBody.attribute("a", value)]
        }
        let body = try OTLPBody.logs(
            [OTLPBody.record(attributes[0]), OTLPBody.record()],
            resource: attributes[2] + [OTLPBody.attribute("service.version", "1")],
            scope: .with { $0.attributes = attributes[1] }
        )

        let events = try OTLPBody.decode(body).events.map(\.content)

        #expect(events.map(\.texts[.osVersion]) == ["record", "scope"])
        #expect(events.map(\.texts[.appVersion]) == ["1", "1"])
        #expect(
            events.map { $0.attributes.filter { $0.name == "a" } } == [
                [.init("a", .text("record"))], [.init("a", .text("scope"))],
            ]
        )
    }

    @Test func `of two names of one dimension the better counts, and the other stays an attribute`() throws {
        let event = try event([("app.version", "2"), ("service.version", "1"), ("service.version", "3")]).content

        #expect(event.texts[.appVersion] == "3")
        #expect(event.attributes == [.init("app.version", .text("2"))])
    }

    @Test(
        arguments: [
            (0, .info), (9, .info), (12, .info), (13, .degraded), (16, .degraded), (17, .failed), (24, .failed),
            (Int32.max, .failed), (-1, .info),
        ] as [(Int32, Outcome)]
    )
    func `without an outcome the severity decides`(severity: Int32, outcome: Outcome) throws {
        #expect(try event { $0.severityNumber = severity }.content.outcome == outcome)
        let told = try event([("auth.outcome", "Cancelled")]) { $0.severityNumber = severity }
        #expect(told.content.outcome == .cancelled)
    }

    @Test func `a stage and an outcome that we do not know stay attributes`() throws {
        let event = try event([("auth.stage", "teleport"), ("auth.outcome", "exploded")]) { $0.severityNumber = 17 }

        #expect(event.content.stage == .other && event.content.outcome == .failed)
        #expect(
            event.content.attributes.prefix(2) == [
                .init("auth.outcome", .text("exploded")), .init("auth.stage", .text("teleport")),
            ]
        )
    }

    @Test func `an error is read from its attributes`() throws {
        let event = try event([
            ("auth.error.domain", "AKAuthenticationError"), ("auth.error.code", "-7026"), ("error.type", "other"),
            ("exception.type", "AuthError"), ("exception.message", "no account"), ("exception.stacktrace", "at x"),
        ]) { record in
            record.body = OTLPBody.text("Sign-in failed")
            record.attributes.append(
                .with { chain in
                    chain.key = "auth.error.chain"
                    chain.value.arrayValue.values = [
                        "AKAuthenticationError:-7026", "NSOSStatus:Error:-25308", "noCode",
                    ].map(OTLPBody.text)
                }
            )
        }
        .content

        #expect(
            event.error
                == EventError(
                    domain: "AKAuthenticationError",
                    code: "-7026",
                    message: "no account",
                    chain: [.init(domain: "NSOSStatus:Error", code: "-25308"), .init(domain: "noCode", code: "")]
                )
        )
        #expect(
            event.attributes == [
                .init("body", .text("Sign-in failed")), .init("error.type", .text("other")),
                .init("exception.stacktrace", .text("at x")), .init("exception.type", .text("AuthError")),
            ]
        )
    }

    @Test(
        arguments: [
            ([("exception.type", "URLError"), ("error.type", "URLError")], EventError(domain: "URLError", code: "")),
            ([("error.type", "invalid_grant")], EventError(domain: "", code: "invalid_grant")),
            ([("exception.message", "locked")], EventError(domain: "", code: "", message: "locked")),
            ([("auth.error.chain", "A:1")], EventError(domain: "A", code: "1")),
        ] as [([(String, String)], EventError)]
    )
    func `an error may say little`(attributes: [(String, String)], error: EventError) throws {
        #expect(try event(attributes).content.error == error)
    }

    @Test func `an entry of a chain that is no pair stays whole, so that the scrubber can judge it`() throws {
        let error = try #require(
            try event([("exception.type", "E"), ("auth.error.chain", "password: x")]).content.error
        )

        #expect(error.chain == [.init(domain: "", code: "", message: "password: x")])
    }

    @Test func `bytes that are a text are that text, and others are base64`() throws {
        let event = try event([]) { record in
            record.attributes = [("text", Data("otp=123456".utf8)), ("bytes", Data([0, 255]))].map { name, bytes in
                .with { attribute in
                    attribute.key = name
                    attribute.value.bytesValue = bytes
                }
            }
        }

        #expect(event.content.attributes == [.init("bytes", .text("AP8=")), .init("text", .text("otp=123456"))])
    }

    @Test func `a long chain keeps its last error, and a chain of something else stays an attribute`() throws {
        func chain(_ values: [ProtoAnyValue]) throws -> EventContent {
            try event { record in
                record.attributes = [
                    .with { chain in
                        chain.key = "auth.error.chain"
                        chain.value.arrayValue.values = values
                    }
                ]
            }
            .content
        }

        let long = try chain((0...40).map { OTLPBody.text("D:\($0)") })
        let odd = try chain([.with { $0.intValue = 1 }])

        #expect(long.error?.code == "0" && long.error?.chain.count == EventLimits.chainLength)
        #expect(long.error?.chain.last?.code == "40")
        #expect(long.attributes == [.init("error.chain.dropped", .integer(24))])
        #expect(odd.error == nil && odd.attributes == [.init("auth.error.chain", .text("[1]"))])
    }

    @Test func `a body of several values is flattened`() throws {
        let event = try event { record in
            record.body.kvlistValue.values = [
                OTLPBody.attribute("a", "b"),
                .with { inner in
                    inner.key = "c"
                    inner.value.kvlistValue.values = [OTLPBody.attribute("d", "e")]
                },
            ]
        }

        #expect(event.content.error == nil)
        #expect(event.content.attributes == [.init("body.a", .text("b")), .init("body.c.d", .text("e"))])
        #expect(try self.event { $0.body.boolValue = true }.content.attributes == [.init("body", .bool(true))])
    }

    @Test func `the trace is the attempt, unless the record names another`() throws {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let other = "0af7651916cd43dd8448eb211c80319c"
        func attempt(_ bytes: [UInt8]?, named name: String? = nil) throws -> EventContent {
            try event(name.map { [("auth.attempt.id", $0)] } ?? []) { $0.traceID = .init(bytes ?? []) }.content
        }
        let bytes = try #require(Hexadecimal.decode(trace))

        #expect(try attempt(bytes).attempt == TraceID(trace))
        #expect(try attempt(bytes, named: other).attempt == TraceID(other))
        #expect(try attempt(bytes, named: other).attributes == [.init("trace_id", .text(trace))])
        #expect(try attempt(bytes, named: "mine").attempt == TraceID(trace))
        #expect(try attempt(bytes, named: "mine").attributes == [.init("auth.attempt.id", .text("mine"))])
        for broken in [[UInt8](repeating: 0, count: 16), [1], bytes + [1]] {
            #expect(try attempt(broken).attempt == nil)
        }
    }

    @Test(arguments: [
        (OTLPBody.time, 0, -1000 as Int64, true), (0, OTLPBody.time, -1000, true), (0, 0, 0, false),
        (UInt64.max, 0, 0, false), (UInt64.max, OTLPBody.time, -1000, true), (1, 0, 0, false),
        (999_999, .max, 0, false),
    ])
    func `a time that no right clock shows is replaced`(
        time: UInt64,
        observed: UInt64,
        offset: Int64,
        isOwn: Bool
    ) throws {
        let event = try event { record in
            record.timeUnixNano = time
            record.observedTimeUnixNano = observed
        }

        #expect(event.content.occurredAt == OTLPBody.now + .milliseconds(offset))
        #expect(event.hasOwnTime == isOwn)
        #expect(event.content.attributes.isEmpty == (time == 0 || time == OTLPBody.time))
    }
}
