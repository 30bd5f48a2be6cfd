import Domain
import Measuring
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

@Suite struct OTLPLimitsTests {
    @Test func `records beyond the limit are counted, and the others are taken`() throws {
        let record = try OTLPBody.record().serializedBytes() as [UInt8]
        let count = OTLPLimits.records + 7

        let protobuf = try OTLPBody.decode(OTLPBody.logs(encoded: Array(repeating: record, count: count)))
        let json = try OTLPBody.decode(
            OTLPBody.json(
                Array(repeating: #"{"timeUnixNano":"\#(OTLPBody.time)"}"#, count: count).joined(separator: ",")
            ),
            as: .json
        )

        for delivery in [protobuf, json] {
            #expect(delivery.events.count == OTLPLimits.records)
            #expect(delivery.counted == [ItemCount(.limited, .log, reason: "too_many", count: 7)])
            #expect(delivery.examined == EventLimits.examinedItems)
        }
    }

    /// The bound of the memory, and that a small body is not a large amount of it.
    @Test func `a resource cannot make events larger than their memory`() throws {
        let size = 1 << 20
        let resource = (0..<EventLimits.attributes).map { OTLPBody.attribute("resource.attribute.\($0)", "\($0)") }
        let record = try OTLPBody.record().serializedBytes() as [UInt8]
        let records = OTLPBody.field(2, Array(repeating: OTLPBody.field(2, record), count: size / 16).flatMap(\.self))
        let attributes = try resource.flatMap { OTLPBody.field(1, try $0.serializedBytes()) }
        let body = OTLPBody.field(1, OTLPBody.field(1, attributes) + records)

        let delivery = try OTLPBody.decode(body)

        let memory = delivery.events.reduce(0) { $0 + $1.content.memoryBytes }
        #expect(memory <= EventLimits.deliveryMemoryBytes && memory > 16 << 20)
        let others = size / 16 - delivery.events.count
        #expect(delivery.counted == [ItemCount(.limited, .log, reason: "too_large", count: others)])
    }

    @Test func `ten thousand groups are a request, and one more is none`() throws {
        let group = OTLPBody.field(2, OTLPBody.field(2, []))
        func body(_ count: Int) -> [UInt8] { Array(repeating: OTLPBody.field(1, group), count: count).flatMap(\.self) }
        let groups = OTLPLimits.groups / 2

        let delivery = try OTLPBody.decode(body(groups))
        #expect(delivery.events.count + (delivery.counted.first?.count ?? 0) == groups)
        #expect { try OTLPBody.decode(body(groups + 1)) } throws: { ($0 as? DeliveryError)?.code == "too_many" }
        let json = #"{"resourceLogs":[\#(Array(repeating: "{}", count: groups * 2 + 1).joined(separator: ","))]}"#
        #expect { try OTLPBody.decode(Array(json.utf8), as: .json) } throws: {
            ($0 as? DeliveryError)?.code == "too_many"
        }
    }

    /// A delivery of a thousand scopes, all of one resource.
    private static func scopes(ofResourceWith count: Int) -> [UInt8] {
        let attributes = (0..<count).flatMap { number in
            OTLPBody.field(1, OTLPBody.field(1, Array("attribute.\(number)".utf8)) + OTLPBody.field(2, [0x18, 1]))
        }
        let scope = OTLPBody.field(2, OTLPBody.field(2, []))
        return OTLPBody.field(
            1,
            OTLPBody.field(1, attributes) + Array(repeating: scope, count: 1000).flatMap(\.self)
        )
    }

    @Test func `a large resource takes processor time once, not once for each scope`() throws {
        func time(_ count: Int) throws -> Duration {
            let body = Self.scopes(ofResourceWith: count)
            return try (0..<3).map { _ in
                try ProcessorTime.of {
                    let delivery = try OTLPBody.decode(body)
                    #expect(delivery.events.count > 100)
                    #expect(delivery.events.allSatisfy { $0.content.attributes.count == EventLimits.attributes })
                }
            }.min() ?? .zero
        }

        let (few, many) = (try time(EventLimits.attributes), try time(4000))

        // Read for each scope, 31 times as many attributes take about 31 times as long.
        #expect(many < few * 8, "\(few) and \(many)")
    }

    @Test func `an attribute without a name is left out`() throws {
        let record = OTLPBody.record([OTLPBody.attribute("", "x"), .with { $0.key = "unset" }])

        #expect(try OTLPBody.decode(OTLPBody.logs([record])).events.first?.content.attributes == [])
    }
}
