import Domain
import Foundation
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

@Suite struct OTLPEncodingTests {
    /// In the shape of the examples of opentelemetry-proto: an upper-case trace id, numbers of 64 bits as text.
    private static let example = """
        {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}},
          {"key":"service.version","value":{"stringValue":"2.4.0"}}]},"schemaUrl":"https://example.com",
         "scopeLogs":[{"scope":{"name":"auth","version":"1.0.0","attributes":[
            {"key":"my.scope.attribute","value":{"stringValue":"some scope attribute"}}]},
          "logRecords":[{"timeUnixNano":"1795251599000000000","observedTimeUnixNano":"1795251599000000001",
            "severityNumber":17,"severityText":"ERROR","eventName":"auth.attempt",
            "traceId":"5B8EFFF798038103D269B633813FC60C","spanId":"EEE19B7EC3C1B174","flags":1,
            "droppedAttributesCount":2,"body":{"stringValue":"Example log record"},"attributes":[
            {"key":"string.attribute","value":{"stringValue":"some string"}},
            {"key":"boolean.attribute","value":{"boolValue":true}},{"key":"int.attribute","value":{"intValue":"10"}},
            {"key":"double.attribute","value":{"doubleValue":637.704}},
            {"key":"not.a.number","value":{"doubleValue":"NaN"}},
            {"key":"too.large","value":{"doubleValue":"-Infinity"}},
            {"key":"bytes.attribute","value":{"bytesValue":"AQID"}},
            {"key":"array.attribute","value":{"arrayValue":{"values":[{"stringValue":"many"},{"intValue":"-1"}]}}},
            {"key":"map.attribute","value":{"kvlistValue":{"values":[
              {"key":"some.map.key","value":{"stringValue":"some value"}}]}}},
            {"key":"auth.stage","value":{"stringValue":"session_store"}}]}]}]}]}
        """

    @Test func `half of a surrogate pair, where a program cut a text, is replaced`() throws {
        let attribute = #"{"key":"a\udc00","value":{"stringValue":"\ud83d\ude00"}}"#
        let record = #"{"body":{"stringValue":"cut \ud83d"},"attributes":[\#(attribute)]}"#

        let content = try #require(try OTLPBody.decode(OTLPBody.json(record), as: .json).events.first).content

        #expect(content.error?.message == "cut \u{FFFD}")
        #expect(content.attributes.contains { $0.name == "a\u{FFFD}" && $0.value == .text("😀") })
    }

    private static func twin() throws -> [UInt8] {
        let record = ProtoLogRecord.with { record in
            record.timeUnixNano = 1_795_251_599_000_000_000
            record.observedTimeUnixNano = 1_795_251_599_000_000_001
            record.severityNumber = 17
            record.severityText = "ERROR"
            record.eventName = "auth.attempt"
            record.traceID = .init(Hexadecimal.decode("5b8efff798038103d269b633813fc60c") ?? [])
            record.spanID = .init(Hexadecimal.decode("eee19b7ec3c1b174") ?? [])
            record.flags = 1
            record.droppedAttributesCount = 2
            record.body = OTLPBody.text("Example log record")
            record.attributes = [
                OTLPBody.attribute("string.attribute", "some string"),
                attribute("boolean.attribute") { $0.boolValue = true },
                attribute("int.attribute") { $0.intValue = 10 },
                attribute("double.attribute") { $0.doubleValue = 637.704 },
                attribute("not.a.number") { $0.doubleValue = .nan },
                attribute("too.large") { $0.doubleValue = -.infinity },
                attribute("bytes.attribute") { $0.bytesValue = .init([1, 2, 3]) },
                attribute("array.attribute") {
                    $0.arrayValue.values = [OTLPBody.text("many"), .with { $0.intValue = -1 }]
                },
                attribute("map.attribute") {
                    $0.kvlistValue.values = [OTLPBody.attribute("some.map.key", "some value")]
                },
                OTLPBody.attribute("auth.stage", "session_store"),
            ]
        }
        return try OTLPBody.logs(
            [record],
            resource: [
                OTLPBody.attribute("service.name", "shop"), OTLPBody.attribute("service.version", "2.4.0"),
            ],
            scope: .with { scope in
                scope.name = "auth"
                scope.version = "1.0.0"
                scope.attributes = [OTLPBody.attribute("my.scope.attribute", "some scope attribute")]
            }
        )
    }

    private static func attribute(_ name: String, _ change: (inout ProtoAnyValue) -> Void) -> ProtoKeyValue {
        .with { attribute in
            attribute.key = name
            change(&attribute.value)
        }
    }

    @Test func `a record is read field by field, from JSON and from protobuf`() throws {
        let json = try OTLPBody.decode(Array(Self.example.utf8), as: .json)
        let protobuf = try OTLPBody.decode(try Self.twin())

        let id = try #require(json.events.first?.content.id)
        let expected = EventContent(
            id: id,
            occurredAt: OTLPBody.now - .seconds(1),
            stage: .sessionStore,
            outcome: .failed,
            texts: [.name: "auth.attempt", .appVersion: "2.4.0"],
            error: EventError(domain: "", code: "", message: "Example log record"),
            attempt: TraceID("5b8efff798038103d269b633813fc60c"),
            attributes: [
                .init("array.attribute", .text(#"["many",-1]"#)), .init("boolean.attribute", .bool(true)),
                .init("bytes.attribute", .text("AQID")), .init("double.attribute", .number(637.704)),
                .init("dropped_attributes_count", .integer(2)), .init("int.attribute", .integer(10)),
                .init("map.attribute.some.map.key", .text("some value")),
                .init("my.scope.attribute", .text("some scope attribute")), .init("not.a.number", .text("NaN")),
                .init("otel.scope.name", .text("auth")), .init("otel.scope.version", .text("1.0.0")),
                .init("service.name", .text("shop")), .init("severity_number", .integer(17)),
                .init("severity_text", .text("ERROR")), .init("span_id", .text("eee19b7ec3c1b174")),
                .init("string.attribute", .text("some string")), .init("too.large", .text("-Infinity")),
            ]
        )
        #expect(json.items == [.event(DecodedEvent(expected, category: .log, hasDerivedID: true))])
        #expect(protobuf.items == json.items)
        #expect(json.counted == [] && json.sentAt == nil)
    }

    @Test(arguments: [
        (#""timeUnixNano":"1795251599000000000""#, #""timeUnixNano":1795251599000000000"#),
        (#""traceId":"5B8EFFF798038103D269B633813FC60C""#, #""traceId":"5b8efff798038103d269b633813fc60c""#),
        (#""spanId":"EEE19B7EC3C1B174""#, #""spanId":"eee19b7ec3c1b174""#),
        (#""intValue":"10""#, #""intValue":10"#), (#""doubleValue":637.704"#, #""doubleValue":"637.704""#),
        (#""severityNumber":17"#, #""severityNumber":"17""#),
        (#""bytesValue":"AQID""#, #""bytesValue":"AQID""#), (#""flags":1"#, #""flags":null,"unknown":[{"a":1}]"#),
        (#""schemaUrl":"#, #""entityRefs":[],"resource_logs":[{}],"schemaUrl":"#),
        (#""body":{"#, #""body":{"strindexValue":7,"#),
    ])
    func `JSON has several spellings of one value, and ignores what it does not know`(
        before: String,
        after: String
    ) throws {
        let body = Self.example.replacing(before, with: after)

        #expect(try OTLPBody.decode(Array(body.utf8), as: .json).items == OTLPBody.decode(try Self.twin()).items)
    }

    @Test func `snake case is not JSON of protobuf`() throws {
        let body = #"{"resource_logs":[{"scope_logs":[{"log_records":[{}]}]}]}"#

        #expect(try OTLPBody.decode(Array(body.utf8), as: .json).items == [])
        let record = try OTLPBody.decode(OTLPBody.json(#"{"time_unix_nano":"1795251599000000000"}"#), as: .json)
        #expect(record.events.first?.hasOwnTime == false)
    }

    @Test func `fields of newer versions are skipped at every level`() throws {
        let unknown = OTLPBody.field(15, [1, 2, 3]) + [0x98, 0x01, 0x05]  // a message and a number
        let record = try OTLPBody.record([OTLPBody.attribute("a", "b")]).serializedBytes() as [UInt8]
        let value = OTLPBody.field(1, Array("b".utf8)) + unknown
        let attribute = OTLPBody.field(1, Array("a".utf8)) + unknown + OTLPBody.field(2, value)
        let other = try OTLPBody.record().serializedBytes() as [UInt8]
        let known = OTLPBody.field(1, OTLPBody.field(2, OTLPBody.field(2, record)))
        let newer =
            unknown
            + OTLPBody.field(
                1,
                unknown
                    + OTLPBody.field(2, unknown + OTLPBody.field(2, unknown + other + OTLPBody.field(6, attribute)))
            )

        #expect(try OTLPBody.decode(newer).items == OTLPBody.decode(known).items)
        #expect(try OTLPBody.decode(newer).events.first?.content.attributes == [.init("a", .text("b"))])
    }

    @Test func `an empty request has no records`() throws {
        #expect(try OTLPBody.decode([]).items == [])
        #expect(try OTLPBody.decode(OTLPBody.field(1, OTLPBody.field(2, []))).items == [])
        for body in ["{}", #"{"resourceLogs":[]}"#, #"{"resourceLogs":null}"#, #"{"resourceLogs":[{}]}"#] {
            #expect(try OTLPBody.decode(Array(body.utf8), as: .json).items == [])
        }
    }

    @Test func `a resource in several parts is merged`() throws {
        let parts = ["a", "b"].map { OTLPBody.field(1, OTLPBody.field(1, attribute($0))) }
        let record = OTLPBody.field(2, OTLPBody.field(2, try OTLPBody.record().serializedBytes()))

        let delivery = try OTLPBody.decode(OTLPBody.field(1, parts[0] + record + parts[1]))

        #expect(delivery.events.first?.content.attributes == [.init("a", .text("x")), .init("b", .text("x"))])
    }

    private func attribute(_ name: String) -> [UInt8] {
        OTLPBody.field(1, Array(name.utf8)) + OTLPBody.field(2, OTLPBody.field(1, Array("x".utf8)))
    }
}
