import Domain
import Foundation
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

@Suite struct OTLPIdentityTests {
    private func ids(_ records: [ProtoLogRecord], resource: [ProtoKeyValue] = []) throws -> [Event.ID] {
        try OTLPBody.decode(OTLPBody.logs(records, resource: resource)).events.map(\.content.id)
    }

    @Test func `two equal records of one request are two events, and the same two when they are sent again`() throws {
        let record = OTLPBody.record([OTLPBody.attribute("a", "b")])

        let first = try ids([record, record])

        #expect(Set(first).count == 2)
        #expect(try ids([record, record]) == first)
        // The SDK for Swift sends what failed with what came since.
        #expect(try ids([record, record, OTLPBody.record()]).prefix(2) == first[...])
    }

    @Test func `the order of attributes does not matter, and every value does`() throws {
        let pair = [OTLPBody.attribute("a", "1"), OTLPBody.attribute("b", "2")]
        let first = try ids([OTLPBody.record(pair)])

        #expect(try ids([OTLPBody.record(pair.reversed())]) == first)
        #expect(try ids([OTLPBody.record(pair)], resource: pair) != first)
        #expect(try ids([OTLPBody.record([pair[0]])]) != first)
        #expect(try ids([OTLPBody.record(pair, at: OTLPBody.time + 1)]) != first)
        let changes: [(inout ProtoLogRecord) -> Void] = [
            { $0.traceID = .init([UInt8](repeating: 1, count: 16)) }, { $0.spanID = .init([1]) },
            { $0.eventName = "x" }, { $0.body = OTLPBody.text("x") }, { $0.severityNumber = 1 },
        ]
        for change in changes {
            var record = OTLPBody.record(pair)
            change(&record)
            #expect(try ids([record]) != first)
        }
    }

    @Test func `a record may have an id, which a resource cannot give it`() throws {
        let uid = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"
        let attribute = OTLPBody.attribute("log.record.uid", uid)

        #expect(try ids([OTLPBody.record([attribute])]) == [try #require(Event.ID(uid))])
        let named = OTLPBody.record([OTLPBody.attribute("log.record.uid", "01J")], at: OTLPBody.time)
        #expect(try ids([named]) == ids([OTLPBody.record([OTLPBody.attribute("log.record.uid", "01J")], at: 5)]))
        let shared = try ids([OTLPBody.record(), OTLPBody.record()], resource: [attribute])
        #expect(Set(shared).count == 2 && !shared.contains { "\($0)" == uid })
    }

    @Test func `a record without any time is stored each time, and one with a wrong time once`() throws {
        #expect(try ids([OTLPBody.record(at: 0)]) != ids([OTLPBody.record(at: 0)]))
        #expect(try ids([OTLPBody.record(at: 1)]) == ids([OTLPBody.record(at: 1)]))
    }
}
