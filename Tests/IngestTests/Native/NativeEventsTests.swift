import Domain
import Testing

@testable import Ingest

@Suite struct NativeEventsTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000)

    private func decode(_ events: String, rest: String = "") throws -> EventDelivery {
        try NativeEvents.decode(Array(#"{"events":[\#(events)]\#(rest)}"#.utf8), as: .json, receivedAt: now)
    }

    private func one(_ event: String, rest: String = "") throws -> EventDelivery.Item {
        try #require(try decode(event, rest: rest).items.first)
    }

    @Test func `a whole event is read field by field`() throws {
        let item = try one(
            """
            {"id":"0190A0A0-0000-7000-8000-000000000001","time":"2026-11-21T08:59:58.120Z","name":"auth.attempt","stage":"session_store",
             "outcome":"Failed","provider":"apple","trace_id":"0AF7651916CD43DD8448EB211C80319C","app_version":2.4,"environment":"production",
             "platform":"ios","os_version":18,"device_model":"iPhone16,1","user_id":"u","session_id":"s","network":"wifi",
             "error":{"domain":"NSOSStatusErrorDomain","code":-25308,"message":"locked","chain":[{"domain":"AK","code":"-7026"}]},
             "attributes":{"ios":{"app":{"state":"background"}},"n":3,"ok":true,"list":[1,2]},"extra":"kept","nothing":null}
            """
        )

        let expected = EventContent(
            id: try #require(Event.ID("0190a0a0-0000-7000-8000-000000000001")),
            occurredAt: now - .milliseconds(1880),
            stage: .sessionStore,
            outcome: .failed,
            texts: [
                .name: "auth.attempt", .provider: "apple", .appVersion: "2.4", .environment: "production",
                .platform: "ios", .osVersion: "18", .deviceModel: "iPhone16,1", .user: "u", .session: "s",
                .network: "wifi",
            ],
            error: EventError(
                domain: "NSOSStatusErrorDomain",
                code: "-25308",
                message: "locked",
                chain: [.init(domain: "AK", code: "-7026")]
            ),
            attempt: TraceID("0af7651916cd43dd8448eb211c80319c"),
            attributes: [
                .init("extra", .text("kept")), .init("ios.app.state", .text("background")),
                .init("list", .text("[1,2]")),
                .init("n", .integer(3)), .init("ok", .bool(true)),
            ]
        )
        #expect(item == .event(DecodedEvent(expected)))
    }

    @Test(arguments: NativeEvents.Encoding.allCases)
    func `half of a surrogate pair, where a program cut a text, is replaced`(encoding: NativeEvents.Encoding) throws {
        let event = #"{"outcome":"failed","error":{"message":"cut \ud83d"},"attributes":{"a\udc00":"\ud83d\ude00"}}"#
        let body = encoding == .json ? "{\"events\":[\(event)]}" : event

        let delivery = try NativeEvents.decode(Array(body.utf8), as: encoding, receivedAt: now)

        let content = try #require(delivery.events.first).content
        #expect(content.error?.message == "cut \u{FFFD}")
        #expect(content.attributes == [.init("a\u{FFFD}", .text("😀"))])
    }

    @Test(arguments: [
        (#"7"#, "wrong_type", "events[0] must be an object."),
        (#"{}"#, "missing_field", "events[0].outcome is missing"),
        (#"{"outcome":"exploded"}"#, "bad_value", "events[0].outcome must be one of success"),
        (#"{"outcome":true}"#, "wrong_type", "events[0].outcome must be text."),
        (#"{"outcome":"failed","time":"yesterday"}"#, "bad_value", "events[0].time must be RFC 3339"),
        (#"{"outcome":"failed","time":1}"#, "bad_value", "events[0].time is before the year 2000"),
        (#"{"outcome":"failed","time":9223372036854775807}"#, "bad_value", "400 days ahead"),
        (#"{"outcome":"failed","error":7}"#, "wrong_type", "events[0].error must be"),
        (#"{"outcome":"failed","error":{"domain":[]}}"#, "wrong_type", "events[0].error.domain must be text."),
        (#"{"outcome":"failed","error":{"chain":[7]}}"#, "wrong_type", "events[0].error.chain[0] must be an object."),
        (#"{"outcome":"failed","attributes":[]}"#, "wrong_type", "events[0].attributes must be an object."),
        (#"{"outcome":"failed","id":""}"#, "bad_value", "events[0].id must have"),
        (#"{"outcome":"failed","id":{}}"#, "wrong_type", "events[0].id must be text."),
        (#"{"outcome":"failed","app_version":{}}"#, "wrong_type", "events[0].app_version must be text."),
    ])
    func `an item that is no event says what is wrong, and spoils no other`(
        item: String,
        code: String,
        message: String
    ) throws {
        let delivery = try decode(#"\#(item),{"outcome":"success"}"#)

        #expect(delivery.events.count == 1)
        #expect(delivery.rejected.first?.code == code)
        #expect(delivery.rejected.first?.message.contains(message) == true)
    }

    @Test(arguments: [
        ("", "invalid_json"), ("{", "invalid_json"), ("[]", "wrong_type"), ("{}", "missing_field"),
        (#"{"events":7}"#, "wrong_type"),
        (#"{"events":[],"events":[]}"#, "invalid_json"), (#"{"events":[1e400]"#, "invalid_json"),
        (#"{"events":[1 2]}"#, "invalid_json"),
        (#"{"events":[1,]}"#, "invalid_json"), (#"{"events":[{"a":[}]}]}"#, "invalid_json"),
        (#"{"events":[1],"n":1e400}"#, "invalid_json"),
        (String(repeating: "[", count: 10_000), "invalid_json"),
    ])
    func `a body that is no delivery is refused whole, with the place`(body: String, code: String) {
        #expect { try NativeEvents.decode(Array(body.utf8), as: .json, receivedAt: now) } throws: {
            ($0 as? DeliveryError)?.code == code
        }
    }

    @Test func `a thousand events are one delivery, and one more is none`() throws {
        let event = #"{"outcome":"success"}"#
        let thousand = Array(repeating: event, count: 1000).joined(separator: ",")

        #expect(try decode(thousand).events.count == 1000)
        #expect { try decode(thousand + "," + event) } throws: { ($0 as? DeliveryError)?.code == "too_many" }
    }

    @Test func `records without an id get the same ids again, and equal ones different ids`() throws {
        let body =
            #"{"outcome":"success","time":"2026-11-21T08:00:00Z"},{"outcome":"success","time":"2026-11-21T08:00:00Z"}"#

        let first = try decode(body).events.map(\.content.id)
        let second = try decode(body).events.map(\.content.id)

        #expect(first == second)
        #expect(Set(first).count == 2)
    }

    @Test func `the same record of two devices has two ids, but not of one delivery that is sent again`() throws {
        func id(_ device: String, _ sentAt: String) throws -> Event.ID? {
            try decode(
                #"{"outcome":"failed","time":1795251590}"#,
                rest: #","sent_at":\#(sentAt),"resource":{"device_model":"\#(device)"}"#
            ).events.first?.content.id
        }

        #expect(try id("iPhone16,1", "1795251591") == id("iPhone16,1", "1795251599"))
        #expect(try id("iPhone16,1", "1795251591") != id("iPhone17,3", "1795251591"))
    }

    @Test func `a record without id and time is identified by its sending time, or never a duplicate`()
        throws
    {
        func id(_ rest: String) throws -> Event.ID? {
            try decode(#"{"outcome":"failed"}"#, rest: rest).events.first?.content.id
        }

        #expect(try id(#","sent_at":1795251591"#) == id(#","sent_at":1795251591"#))
        #expect(try id(#","sent_at":1795251591"#) != id(#","sent_at":1795251592"#))
        #expect(try id("") != id(""))
    }

    @Test(arguments: [
        (#"{"outcome":"failed","note":"\ud8"}"#, "invalid_json"),
        (#"{"outcome":"failed","n":1e999}"#, "invalid_json"),
        (#"{"outcome":"failed","outcome":"failed"}"#, "invalid_json"), (#"{"note":"\x}],"}"#, "invalid_json"),
        ("tru", "invalid_json"),
        (#"{"outcome":"failed","note":"\#(String(repeating: "x", count: 210_000))"}"#, "too_large"),
        (#"{"outcome":"failed",\#((0..<100_000).map { #""a\#($0)":1"# }.joined(separator: ","))}"#, "too_large"),
        (String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "invalid_json"),
    ])
    func `an event that cannot be read is refused alone`(event: String, code: String) throws {
        let good = #" {"outcome":"success","note":"],{\"\\"} "#

        let delivery = try decode("\(good),\(event),\(good)", rest: #","resource":{"app_version":"2"}"#)

        #expect(delivery.events.map { $0.content[.appVersion] } == ["2", "2"])
        #expect(delivery.rejected.map(\.index) == [1])
        #expect(delivery.rejected.map(\.code) == [code])
        #expect(delivery.rejected.first?.message.hasPrefix("events[1]: Line 1, column ") == true)
    }

    @Test func `a delivery with any byte replaced is refused, or every one of its events is accounted for`() throws {
        let body = Array(
            #"{"sent_at":1,"events":[{"outcome":"failed","a":[1,{"b":"\u0041"}]},{"outcome":"success"}],"x":[{}]}"#.utf8
        )

        for place in body.indices {
            for byte in Array("\"\\[]{},:0 \n\u{0}".utf8) + [0xFF] {
                var broken = body
                broken[place] = byte
                let delivery = try? NativeEvents.decode(broken, as: .json, receivedAt: now)
                let cut = try? NativeEvents.decode(Array(broken[..<place]), as: .json, receivedAt: now)

                #expect(delivery.map { !$0.items.isEmpty } ?? true, "\(place) \(byte)")
                #expect(cut == nil)
            }
        }
    }

    @Test func `the resource speaks for events that say nothing`() throws {
        let delivery = try decode(
            #"{"outcome":"success"},{"outcome":"success","app_version":"3"}"#,
            rest:
                #","resource":{"app_version":"2","id":"x","channel":"beta","build":"77"},"sdk":{"name":"kit"},"sent_at":"2026-11-21T09:00:00Z""#
        )

        #expect(delivery.sentAt == now)
        #expect(delivery.events.map { $0.content[.appVersion] } == ["2", "3"])
        #expect(delivery.events.map { $0.content[.build] } == ["77", "77"])
        #expect(
            delivery.events[0].content.attributes == [.init("channel", .text("beta")), .init("sdk.name", .text("kit"))]
        )
        #expect(delivery.events[0].content.occurredAt == now)
    }

    @Test func `lines are read one by one`() throws {
        let body =
            "{\"outcome\":\"success\"}\r\n\nnot json\n{\"outcome\":\"failed\"}\n{\"outcome\":\"failed\",\"outcome\":\"x\"}"

        let delivery = try NativeEvents.decode(Array(body.utf8), as: .lines, receivedAt: now)

        #expect(delivery.events.map(\.content.outcome) == [.success, .failed])
        #expect(delivery.rejected.map(\.index) == [1, 3])
        #expect(delivery.rejected.allSatisfy { $0.code == "invalid_json" })
    }

    @Test func `too many attributes are left out and counted, and long texts are cut between characters`() throws {
        let many = (0..<200).map { #""a\#($0)":1"# }.joined(separator: ",")
        let long = String(repeating: "é", count: 6000)
        let event = try #require(
            try decode(#"{"outcome":"success","attributes":{\#(many)}},{"outcome":"success","long":"\#(long)"}"#).events
                .first
        )

        #expect(event.content.attributes.count == EventLimits.attributes)
        #expect(event.content.attributes.contains(.init("gatehouse.dropped", .integer(73))))
        guard
            case .text(let cut) = try decode(#"{"outcome":"success","long":"\#(long)"}"#).events[0].content.attributes[
                0
            ].value
        else {
            Issue.record("no text")
            return
        }
        #expect(cut.utf8.count == EventLimits.textBytes && cut.allSatisfy { $0 == "é" })
    }

    @Test func `an event that is too large is refused alone`() throws {
        let large = (0..<40).map { #""a\#($0)":"\#(String(repeating: "x", count: 6000))""# }.joined(separator: ",")

        let delivery = try decode(#"{"outcome":"success",\#(large)},{"outcome":"success"}"#)

        #expect(delivery.rejected.map(\.code) == ["too_large"])
        #expect(delivery.events.count == 1)
    }

    @Test(arguments: [
        ("1795251600", 0), ("1795251600.5", 500), ("1795251600123", 123), ("1795251600123456", 123),
        ("1795251600123456789", 123),
        (#""1795251600123456789""#, 123),
    ])
    func `numbers are moments by their size`(text: String, milliseconds: Int64) throws {
        guard case .event(let event) = try one(#"{"outcome":"success","time":\#(text)}"#) else {
            Issue.record("refused")
            return
        }
        #expect(event.content.occurredAt == now + .milliseconds(milliseconds))
    }

    @Test func `a body that is cut anywhere is refused, never a crash`() {
        let body = Array(
            #"{"sent_at":"2026-11-21T09:00:00Z","events":[{"outcome":"failed","error":{"code":-1,"message":"é\n"}}]}"#
                .utf8
        )

        for end in 0..<body.count {
            let error = #expect(throws: DeliveryError.self) {
                try NativeEvents.decode(Array(body[..<end]), as: .json, receivedAt: now)
            }
            #expect(error?.code == "invalid_json", "cut after \(end) bytes")
        }
    }
}
