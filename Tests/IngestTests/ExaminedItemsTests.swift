import Domain
import Testing

@testable import Ingest

/// Everything that a decoder reads is charged, and it reads no more than `EventLimits.examinedItems`.
@Suite struct ExaminedItemsTests {
    private func decode(spans body: [UInt8], as encoding: OTLPEncoding) throws -> EventDelivery {
        try OTLPTraces.decode(body, as: encoding, receivedAt: OTLPBody.now)
    }

    private func decode(lines text: String) throws -> EventDelivery {
        try NativeEvents.decode(Array(text.utf8), as: .lines, receivedAt: Envelope.now)
    }

    // MARK: OpenTelemetry

    @Test func `spans beyond those that are examined are counted without being read`() throws {
        let empty = EventLimits.examinedItems * 2 - 1
        let list = Array(repeating: "{}", count: empty) + ["{1}"]
        let json = #"{"resourceSpans":[{"scopeSpans":[{"spans":[\#(list.joined(separator: ","))]}]}]}"#
        let broken: [UInt8] = [0x2A, 0x05]

        let deliveries = [
            try decode(
                spans: OTLPBody.logs(encoded: Array(repeating: [UInt8](), count: empty) + [broken]),
                as: .protobuf
            ),
            try decode(spans: Array(json.utf8), as: .json),
        ]

        for delivery in deliveries {
            #expect(delivery.items.isEmpty)
            #expect(
                delivery.counted == [
                    ItemCount(.limited, .span, reason: "too_many", count: EventLimits.examinedItems),
                    ItemCount(.filtered, .span, reason: "not_sign_in", count: EventLimits.examinedItems),
                ]
            )
            #expect(delivery.examined == EventLimits.examinedItems)
            #expect(delivery.chargedItems == EventLimits.examinedItems + EventLimits.examinedItems / 100)
        }
    }

    @Test func `resources and scopes beyond the first of each are looked at too`() throws {
        let resource = OTLPBody.field(1, OTLPBody.field(2, OTLPBody.field(2, [])))
        let text = Array(repeating: #"{"scopeLogs":[{"logRecords":[{}]}]}"#, count: 3).joined(separator: ",")

        let protobuf = try OTLPBody.decode(Array(repeating: resource, count: 3).flatMap(\.self))
        let json = try OTLPBody.decode(Array(#"{"resourceLogs":[\#(text)]}"#.utf8), as: .json)
        let one = try OTLPBody.decode(resource)

        for delivery in [protobuf, json] {
            #expect(delivery.events.count == 3)
            #expect(delivery.examined == 3 + 2 + 2 && delivery.chargedItems == 7)
        }
        #expect(one.examined == 1 && one.chargedItems == 1)
    }

    @Test func `a request that cannot be read says what was looked at until then`() throws {
        let records = OTLPBody.logs(encoded: [[], []])

        let protobuf = #expect(throws: DeliveryError.self) { try OTLPBody.decode(records + [0x07]) }
        let json = #expect(throws: DeliveryError.self) {
            try OTLPBody.decode(OTLPBody.json("{},{} {},{}"), as: .json)
        }

        #expect(protobuf?.code == "invalid_protobuf" && protobuf?.examined == 2)
        #expect(json?.code == "invalid_json" && json?.examined == 2)
    }

    // MARK: Sentry

    @Test func `items, records, buckets and rows of an envelope are each looked at`() throws {
        let row = #"{"reason":"network_error","category":"error","quantity":25}"#
        let bucket = #"{"started":1795248000,"exited":1}"#
        let delivery = try Envelope()
            .with("event", "{}")
            .with("log", #"{"items":[{},7]}"#)
            .with("sessions", #"{"aggregates":[\#(bucket),\#(bucket),7],"attrs":{"release":"1"}}"#)
            .with("client_report", #"{"discarded_events":[\#(row),\#(row)]}"#)
            .with("attachment", "x")
            .decoded()

        #expect(delivery.examined == 5 + 2 + 3 + 2)
        // A tenth of the 50 that were lost.
        #expect(delivery.chargedItems == 12 + 5)
    }

    @Test func `runs that a client counts together are limited, and ten cost as much as an event`() throws {
        func sums(_ counts: [Int]) throws -> EventDelivery {
            let buckets = counts.map { #"{"started":"2026-11-21T08:59:00Z","exited":\#($0),"crashed":\#($0)}"# }
            let body = #"{"aggregates":[\#(buckets.joined(separator: ","))],"attrs":{"release":"1"}}"#
            return try Envelope().with("sessions", body).with("sessions", body).decoded()
        }
        func claimed(_ delivery: EventDelivery) -> Int {
            delivery.runs.reduce(0) { sum, run in if case .counts(let counts) = run { sum + counts.total } else { sum }
            }
        }

        let busy = try sums([20_000, 1])
        let invented = try sums(Array(repeating: 1_000_000_000, count: 400))
        let many = try sums(Array(repeating: 30_000, count: 3))

        #expect(claimed(busy) == 80_004 && busy.counted.isEmpty)
        #expect(busy.chargedItems == 6 + 8000)
        #expect(invented.runs.isEmpty)
        #expect(invented.counted == [ItemCount(.limited, .run, reason: "too_many", count: 800)])
        #expect(claimed(many) == 60_000)
        #expect(many.counted == [ItemCount(.limited, .run, reason: "too_many", count: 5)])
    }

    @Test func `a bare event is looked at once`() throws {
        let delivery = try SentryEvents.decode(Array("{}".utf8), as: .event, to: nil, receivedAt: Envelope.now)
        let error = #expect(throws: DeliveryError.self) {
            try SentryEvents.decode(Array("[".utf8), as: .event, to: nil, receivedAt: Envelope.now)
        }

        #expect(delivery.examined == 1 && delivery.chargedItems == 1)
        #expect(error?.examined == 1)
    }

    @Test func `records for which there is no room are not looked at`() throws {
        let records = Array(repeating: "{}", count: EventLimits.batchItems + 500).joined(separator: ",")

        let delivery = try Envelope().with("log", #"{"items":[\#(records)]}"#).decoded()

        #expect(delivery.examined == 1 + EventLimits.batchItems)
        #expect(delivery.chargedItems == 1 + EventLimits.batchItems + 499 / 100)
    }

    @Test func `payloads beyond what is looked at are skipped and counted by their bytes`() throws {
        let count = EventLimits.examinedItems + 2000
        let buckets = Array(repeating: "{}", count: count).joined(separator: ",")
        let delivery = try Envelope()
            .with("sessions", #"{"aggregates":[\#(buckets)],"attrs":{"release":"1"}}"#)
            .with("log", #"{"items":[{},{},{}]}"#, header: #","item_count":3"#)
            .with("log", "[{},{},{}", header: #","item_count":10000"#)
            .with("event", "{}")
            .with("session", "{}", header: #","item_count":10000"#)
            .decoded()

        #expect(delivery.items.isEmpty && delivery.runs.isEmpty)
        #expect(
            Set(delivery.counted) == [
                // The header of the item is the first that is looked at.
                ItemCount(.invalid, .run, reason: "missing_field", count: EventLimits.examinedItems - 1),
                ItemCount(.limited, .run, reason: "too_many", count: 2001 + 1),
                ItemCount(.limited, .log, reason: "too_many", count: 3 + 3),
                ItemCount(.limited, .event, reason: "too_many", count: 1),
            ]
        )
        #expect(delivery.examined == EventLimits.examinedItems + 4)
        // A hundredth of the 2009 that were limited, but for the five headers.
        #expect(delivery.chargedItems == EventLimits.examinedItems + 4 + 2004 / 100)
    }

    @Test func `an envelope that cannot be read says what was looked at until then`() {
        let envelope = Envelope().with("event", "{}").with("log", #"{"items":[{},{}]}"#).with(raw: "x\n")

        let error = #expect(throws: DeliveryError.self) { try envelope.decoded() }

        #expect(error?.code == "malformed_envelope" && error?.examined == 4)
    }

    // MARK: Native

    @Test func `each line is looked at, also one that cannot be read`() throws {
        let delivery = try decode(lines: "{\"outcome\":\"success\"}\n\n{\n  \n7\n")

        #expect(delivery.events.count == 1 && delivery.rejected.map(\.index) == [1, 2])
        #expect(delivery.examined == 3 && delivery.chargedItems == 3)
    }

    @Test func `each event of a list is looked at, until the list cannot be read`() throws {
        func decode(_ events: String) throws -> EventDelivery {
            try NativeEvents.decode(Array(#"{"events":[\#(events)]}"#.utf8), as: .json, receivedAt: Envelope.now)
        }

        let error = #expect(throws: DeliveryError.self) { try decode("{},{} {},{}") }

        #expect(try decode(#"{"outcome":"success"},7"#).examined == 2)
        #expect(error?.code == "invalid_json" && error?.examined == 2)
    }
}
