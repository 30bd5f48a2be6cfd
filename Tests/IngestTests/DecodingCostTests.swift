import Domain
import Measuring
import SwiftProtobuf
import Testing

@testable import Ingest

/// What a body of a size takes of a processor is bounded, however small, many, deep or broken its parts are.
@Suite(.serialized) struct DecodingCostTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let decode: @Sendable ([UInt8]) -> EventDelivery?
        /// A body of records as clients send them.
        let plain: @Sendable () throws -> [UInt8]
        /// Bodies as a client sends them that wants to keep the processor busy, by their names.
        let others: @Sendable () throws -> [String: [UInt8]]
    }

    private static let size = 1 << 20
    /// At most so many times what plain records cost.
    private static let mostOverPlain = 2.5

    /// A busy machine makes a measurement longer by chance: the least of five counts.
    @Test(arguments: formats) func `no body costs much more processor time than plain records`(format: Format) throws {
        let plain = try format.plain()
        #expect(plain.count >= Self.size * 9 / 10 && plain.count <= Self.size * 11 / 10)
        let taken = try #require(format.decode(plain))
        #expect(taken.events.count > 500 && taken.rejected.isEmpty && taken.counted.isEmpty)
        let ofPlain = try #require((0..<5).map { _ in Self.time(of: format, plain) }.min())
        let most = ofPlain * Self.mostOverPlain

        for (name, body) in try format.others().sorted(by: { $0.key < $1.key }) {
            var least = Self.time(of: format, body)
            for _ in 0..<4 where least > most { least = min(least, Self.time(of: format, body)) }

            #expect(least <= most, "\(name): \(least) beside \(ofPlain) of plain records")
        }
    }

    private static func time(of format: Format, _ body: [UInt8]) -> Duration {
        ProcessorTime.of { _ = format.decode(body) }
    }

    // MARK: Bodies

    /// As many of one text as the size has room for, with a separator after each but the last.
    private static func repeated(_ text: String, separator: String = "", bytes: Int = size) -> String {
        Array(repeating: text, count: bytes / (text.utf8.count + separator.utf8.count)).joined(separator: separator)
    }

    /// As many of one message as the size has room for.
    private static func repeated(_ bytes: [UInt8]) -> [UInt8] {
        Array(repeating: bytes, count: size / bytes.count).flatMap(\.self)
    }

    private static func list(_ element: String) -> String { repeated(element, separator: ",") }

    private static func records(_ record: [UInt8]) -> [UInt8] {
        OTLPBody.field(1, OTLPBody.field(2, repeated(OTLPBody.field(2, record))))
    }

    private static func spans(_ elements: String) -> [UInt8] {
        Array(#"{"resourceSpans":[{"scopeSpans":[{"spans":[\#(elements)]}]}]}"#.utf8)
    }

    private static func nested(_ levels: Int) -> String {
        #"{"body":"# + String(repeating: #"{"arrayValue":{"values":["#, count: levels) + #"{"stringValue":"deep"}"#
            + String(repeating: "]}}", count: levels) + "}"
    }

    private static let attributes = [
        OTLPBody.attribute("auth.stage", "refresh"), OTLPBody.attribute("auth.outcome", "failure"),
        OTLPBody.attribute("auth.error.domain", "NSURLErrorDomain"), OTLPBody.attribute("auth.error.code", "-1001"),
        OTLPBody.attribute("server.address", "auth.example.com"), OTLPBody.attribute("tries", "3"),
    ]

    private static let jsonAttributes = [
        ("auth.stage", "refresh"), ("auth.outcome", "failure"), ("auth.error.domain", "NSURLErrorDomain"),
        ("auth.error.code", "-1001"), ("server.address", "auth.example.com"), ("tries", "3"),
    ]
    .map { name, value in #"{"key":"\#(name)","value":{"stringValue":"\#(value)"}}"# }
    .joined(separator: ",")

    private static func plainRecord() throws -> [UInt8] {
        var record = OTLPBody.record(attributes)
        record.severityNumber = 17
        record.severityText = "ERROR"
        record.body = OTLPBody.text("The session could not be refreshed.")
        return try record.serializedBytes()
    }

    private static func plainSpan() throws -> [UInt8] {
        let span = ProtoSpan.with { span in
            span.name = "POST /session"
            span.kind = 2
            span.startTimeUnixNano = OTLPBody.time
            span.endTimeUnixNano = OTLPBody.time + 40_900_000
            span.attributes = attributes
        }
        return try span.serializedBytes()
    }

    private static let plainJSONRecord = #"""
        {"timeUnixNano":"1795251599000000000","severityNumber":17,"severityText":"ERROR",
         "body":{"stringValue":"The session could not be refreshed."},"attributes":[\#(jsonAttributes)]}
        """#

    private static let plainJSONSpan = #"""
        {"name":"POST /session","kind":2,"startTimeUnixNano":"1795251599000000000",
         "endTimeUnixNano":"1795251599040900000","attributes":[\#(jsonAttributes)]}
        """#

    /// About a kilobyte, so that a thousand of them make the size.
    private static let plainLine = [
        #"{"time":"2026-11-21T08:59:58Z","stage":"refresh","outcome":"failed","app_version":"2.4.0","platform":"iOS","#,
        #""error":{"domain":"NSURLErrorDomain","code":-1001,"message":"The request timed out."},"attributes":{"#,
        members("attribute", count: 22), "}}",
    ]
    .joined()

    /// About a kilobyte, in one line.
    private static let plainSentryEvent = [
        #"{"timestamp":1795251599.5,"level":"error","release":"com.example.app@2.4.0+17","environment":"production","#,
        #""user":{"id":"inst-1"},"tags":{"auth.stage":"refresh"},"contexts":{"os":{"name":"iOS","version":"18.2"}},"#,
        #""exception":{"values":[{"type":"NSURLErrorDomain","value":"The request timed out."}]},"extra":{"#,
        members("extra", count: 21), "}}",
    ]
    .joined()

    private static func members(_ name: String, count: Int) -> String {
        (10..<10 + count).map { #""\#(name).\#($0)":"the value of this one""# }.joined(separator: ",")
    }

    private static func envelope(_ type: String, _ payload: String) -> [UInt8] {
        Array("{}\n\(repeated("{\"type\":\"\(type)\"}\n\(payload)\n"))".utf8)
    }

    // MARK: Formats

    static let formats: [Format] = [
        Format(
            testDescription: "log records in protobuf",
            decode: { try? OTLPLogs.decode($0, as: .protobuf, receivedAt: OTLPBody.now) },
            plain: { records(try plainRecord()) },
            others: {
                let one = try OTLPBody.record([OTLPBody.attribute("a", "b")]).serializedBytes() as [UInt8]
                let deep = ProtoLogRecord.with { $0.body = OTLPBody.nested(OTLPLimits.depth - 1) }
                return [
                    "empty records": records([]),
                    "empty resources": repeated([0x0A, 0x00]),
                    "empty scopes": OTLPBody.field(1, repeated([0x12, 0x00])),
                    "a resource for each record": repeated(OTLPBody.field(1, OTLPBody.field(2, [0x12, 0x00]))),
                    "a resource in parts": OTLPBody.field(
                        1,
                        repeated([0x0A, 0x00]) + OTLPBody.field(2, [0x12, 0x00])
                    ),
                    "broken records": records([0x2A, 0x05]),
                    "records of one attribute": records(one),
                    "deep records": records(try deep.serializedBytes()),
                ]
            }
        ),
        Format(
            testDescription: "log records in JSON",
            decode: { try? OTLPLogs.decode($0, as: .json, receivedAt: OTLPBody.now) },
            plain: { OTLPBody.json(list(plainJSONRecord)) },
            others: {
                [
                    "empty records": OTLPBody.json(list("{}")),
                    "empty resources": Array(#"{"resourceLogs":[\#(list("{}"))]}"#.utf8),
                    "empty scopes": Array(#"{"resourceLogs":[{"scopeLogs":[\#(list("{}"))]}]}"#.utf8),
                    "a resource for each record":
                        Array(#"{"resourceLogs":[\#(list(#"{"scopeLogs":[{"logRecords":[{}]}]}"#))]}"#.utf8),
                    "broken records": OTLPBody.json(list("{1}")),
                    "records of one attribute":
                        OTLPBody.json(list(#"{"attributes":[{"key":"a","value":{"stringValue":"b"}}]}"#)),
                    "deep records": OTLPBody.json(list(nested(OTLPLimits.depth - 1))),
                ]
            }
        ),
        Format(
            testDescription: "spans in protobuf",
            decode: { try? OTLPTraces.decode($0, as: .protobuf, receivedAt: OTLPBody.now) },
            plain: { records(try plainSpan()) },
            others: { ["empty spans": records([]), "broken spans": records([0x2A, 0x05])] }
        ),
        Format(
            testDescription: "spans in JSON",
            decode: { try? OTLPTraces.decode($0, as: .json, receivedAt: OTLPBody.now) },
            plain: { spans(list(plainJSONSpan)) },
            others: { ["empty spans": spans(list("{}")), "broken spans": spans(list("{1}"))] }
        ),
        Format(
            testDescription: "envelopes",
            decode: { try? SentryEvents.decode($0, as: .envelope, to: nil, receivedAt: Envelope.now) },
            plain: { envelope("event", plainSentryEvent) },
            others: {
                let buckets = repeated("{}", separator: ",", bytes: 19_000 * 3)
                let rows = repeated(#"{"quantity":1}"#, separator: ",", bytes: 100 * 15)
                return [
                    "unknown kinds": envelope("x", "{}"),
                    "empty events": envelope("event", "{}"),
                    "empty sessions": envelope("session", "{}"),
                    "broken containers": envelope("log", "["),
                    "containers of one record": envelope("log", #"{"items":[{}]}"#),
                    "one container of empty records":
                        Array("{}\n{\"type\":\"log\"}\n{\"items\":[\(list("{}"))]}\n".utf8),
                    "empty buckets": envelope("sessions", #"{"aggregates":[\#(buckets)],"attrs":{"release":"1"}}"#),
                    "buckets without a release": envelope("sessions", #"{"aggregates":[\#(buckets)]}"#),
                    "reports": envelope("client_report", #"{"discarded_events":[\#(rows)]}"#),
                ]
            }
        ),
        Format(
            testDescription: "lines",
            decode: { try? NativeEvents.decode($0, as: .lines, receivedAt: Envelope.now) },
            plain: { Array(repeated(plainLine + "\n").utf8) },
            others: {
                [
                    "empty lines": Array(repeating: 0x0A, count: size),
                    "blank lines": Array(repeated(" \r\n").utf8),
                    "empty events": Array(repeated("{}\n").utf8),
                    "broken lines": Array(repeated(String(plainLine.dropLast()) + "\n").utf8),
                ]
            }
        ),
    ]
}
