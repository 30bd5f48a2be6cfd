import Domain
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

/// Records that cannot be read, and requests that cannot.
@Suite struct OTLPBadRecordTests {
    private let good = #"{"timeUnixNano":"1795251599000000000"}"#

    @Test(arguments: [
        (#"7"#, "wrong_type"), (#"{"severityNumber":"INFO"}"#, "wrong_type"), (#"{"timeUnixNano":-1}"#, "wrong_type"),
        (#"{"timeUnixNano":"18446744073709551616"}"#, "wrong_type"), (#"{"attributes":{}}"#, "wrong_type"),
        (#"{"attributes":[7]}"#, "wrong_type"), (#"{"attributes":[{"key":7,"value":{"intValue":1}}]}"#, "wrong_type"),
        (#"{"body":"text"}"#, "wrong_type"), (#"{"body":{"intValue":"x"}}"#, "wrong_type"),
        (#"{"body":{"intValue":"9223372036854775808"}}"#, "wrong_type"),
        (#"{"body":{"doubleValue":"1e999"}}"#, "wrong_type"), (#"{"body":{"bytesValue":"*"}}"#, "wrong_type"),
        (#"{"body":{"intValue":1e999}}"#, "invalid_json"), (#"{"body":{"stringValue":"\ud8"}}"#, "invalid_json"),
        (#"{"a":1,"a":2}"#, "invalid_json"), (#"{"body":}"#, "invalid_json"),
        (#"{"eventName":"\#(String(repeating: "\u{301}", count: 40))"}"#, "bad_value"),
        (#"{"eventName":"\#(String(repeating: "x", count: EventLimits.eventBytes))"}"#, "too_large"),
    ])
    func `one bad record of a hundred is rejected alone in JSON`(record: String, code: String) throws {
        let records = Array(repeating: good, count: 40) + [record] + Array(repeating: good, count: 59)

        let delivery = try OTLPBody.decode(OTLPBody.json(records.joined(separator: ",")), as: .json)

        #expect(delivery.events.count == 99)
        #expect(delivery.rejected.map(\.index) == [40] && delivery.rejected.map(\.code) == [code])
        #expect(delivery.rejected.allSatisfy { $0.category == .log && $0.message.contains("logRecords[40]") })
    }

    @Test(
        arguments: [
            ([0x2A, 0x05, 0x0A], "invalid_protobuf"),  // a body that is longer than the record
            ([0x2A, 0x03, 0x0A, 0x01, 0xFF], "invalid_protobuf"),  // a text that is not UTF-8
            ([0x10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "invalid_protobuf"),  // 70 bits
            ([0x10, 0x80], "invalid_protobuf"), ([0x13], "invalid_protobuf"), ([0x17], "invalid_protobuf"),
            ([0x02, 0x00], "invalid_protobuf"), ([0x09, 0x00], "invalid_protobuf"),
            ([0x62, 0x54] + Array(String(repeating: "\u{301}", count: 42).utf8), "bad_value"),
            (Array(repeating: [0x32, 0x00], count: OTLPLimits.values + 1).flatMap(\.self), "too_large"),
        ] as [([UInt8], String)]
    )
    func `one bad record of a hundred is rejected alone in protobuf`(record: [UInt8], code: String) throws {
        let good = try OTLPBody.record().serializedBytes() as [UInt8]
        let records = Array(repeating: good, count: 40) + [record] + Array(repeating: good, count: 59)

        let delivery = try OTLPBody.decode(OTLPBody.logs(encoded: records))

        #expect(delivery.events.count == 99)
        #expect(delivery.rejected.map(\.index) == [40] && delivery.rejected.map(\.code) == [code])
    }

    @Test func `values nest only so deep`() throws {
        let deep = ProtoLogRecord.with { $0.body = OTLPBody.nested(1000) }
        let limit = ProtoLogRecord.with { $0.body = OTLPBody.nested(OTLPLimits.depth - 1) }
        let beyond = ProtoLogRecord.with { $0.body = OTLPBody.nested(OTLPLimits.depth) }

        let protobuf = try OTLPBody.decode(OTLPBody.logs([deep, limit, beyond]))
        let json = try OTLPBody.decode(
            OTLPBody.json([1000, OTLPLimits.depth - 1, OTLPLimits.depth].map(nested).joined(separator: ",")),
            as: .json
        )

        for delivery in [protobuf, json] {
            #expect(delivery.rejected.map(\.index) == [0, 2])
            #expect(delivery.rejected.map(\.code) == ["too_large", "too_large"])
            #expect(delivery.events.count == 1)
        }
    }

    private func nested(_ levels: Int) -> String {
        #"{"body":"# + String(repeating: #"{"arrayValue":{"values":["#, count: levels) + #"{"stringValue":"deep"}"#
            + String(repeating: "]}}", count: levels) + "}"
    }

    @Test(arguments: [
        ("", "invalid_json"), ("[]", "wrong_type"), ("7", "wrong_type"), ("{", "invalid_json"),
        (#"{"resourceLogs":7}"#, "invalid_json"), (#"{"resourceLogs":[7]}"#, "wrong_type"),
        (#"{"resourceLogs":[{}{}]}"#, "invalid_json"), (#"{"resourceLogs":[{},]}"#, "invalid_json"),
        (#"{"resourceLogs":[],"resourceLogs":[]}"#, "invalid_json"), (#"{"resource\u004cogs":[{}]}"#, "invalid_json"),
        (#"{"resourceLogs":[{"scopeLogs":{}}]}"#, "invalid_json"),
        (#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{} {}]}]}]}"#, "invalid_json"),
        (#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{]}]}]}"#, "invalid_json"),
        (#"{"resourceLogs":[]} x"#, "invalid_json"),
        (String(repeating: "[", count: 100_000), "too_large"),
    ])
    func `a body that is no request is refused whole`(body: String, code: String) {
        #expect { try OTLPBody.decode(Array(body.utf8), as: .json) } throws: { ($0 as? DeliveryError)?.code == code }
    }

    @Test func `a truncated request is refused, or has the records that are whole`() throws {
        let record = OTLPBody.record([OTLPBody.attribute("auth.stage", "refresh")])
        let body = try OTLPBody.logs([record, record], resource: [OTLPBody.attribute("a", "b")])

        for length in 1..<body.count {
            #expect(throws: DeliveryError.self) { try OTLPBody.decode(Array(body.prefix(length))) }
        }
    }

    @Test func `any changed byte is an error or other values, never a crash`() throws {
        let record = OTLPBody.record([OTLPBody.attribute("auth.stage", "refresh")])
        let body = try OTLPBody.logs([record], resource: [OTLPBody.attribute("a", "b")])

        for place in body.indices {
            for byte in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = body
                changed[place] = byte
                let delivery = try? OTLPBody.decode(changed)
                #expect(delivery?.items.count ?? 0 <= 1)
            }
        }
    }

    @Test func `a resource that cannot be read rejects its records and no others`() throws {
        let record = OTLPBody.field(2, OTLPBody.field(2, try OTLPBody.record().serializedBytes()))
        let broken = OTLPBody.field(1, [0x0A, 0x05])
        let protobuf = try OTLPBody.decode(OTLPBody.field(1, broken + record) + OTLPBody.field(1, record))
        let json = try OTLPBody.decode(
            Array(
                #"""
                {"resourceLogs":[{"resource":{"attributes":7},"scopeLogs":[{"logRecords":[\#(good)]}]},
                 {"scopeLogs":[{"logRecords":[\#(good)]}]}]}
                """#.utf8
            ),
            as: .json
        )

        #expect(protobuf.rejected.map(\.code) == ["invalid_protobuf"] && protobuf.events.count == 1)
        #expect(json.rejected.map(\.code) == ["wrong_type"] && json.events.count == 1)
    }
}
