import Domain
import Testing

@testable import Ingest

@Suite struct HostileDeliveryTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000)
    private let event = #"{"outcome":"success"}"#

    private func decode(_ body: String) throws -> EventDelivery {
        try NativeEvents.decode(Array(body.utf8), as: .json, receivedAt: now)
    }

    /// The limit is no measure, only an end: reading the resource again for each event takes far longer.
    @Test(.timeLimit(.minutes(3))) func `a huge resource is read once, not once for each event`() throws {
        let resource = (0..<300).map { outer in
            #""r\#(outer)":{"# + (0..<300).map { #""n\#($0)":1"# }.joined(separator: ",") + "}"
        }.joined(separator: ",")
        let events = Array(repeating: event, count: 1000).joined(separator: ",")

        let delivery = try decode(#"{"resource":{\#(resource)},"events":[\#(events)]}"#)

        #expect(delivery.events.count == 1000)
        #expect(delivery.events.allSatisfy { $0.content.attributes.count == EventLimits.attributes })
        #expect(
            delivery.events[0].content.attributes.contains(
                .init("gatehouse.dropped", .integer(Int64(90_000 - EventLimits.attributes + 1)))
            )
        )
    }

    /// The limit is no measure, only an end.
    @Test(.timeLimit(.minutes(3))) func `a thousand events that cannot be read are each read twice at most`() throws {
        let events = Array(
            repeating: #"{"outcome":"failed","n":1e999,"x":"\#(String(repeating: "[", count: 1000))"}"#,
            count: 1000
        )

        let delivery = try decode(#"{"events":[\#(events.joined(separator: ","))]}"#)

        #expect(delivery.rejected.count == 1000)
    }

    @Test func `a resource that is too much for each of its events is refused`() throws {
        let resource = (0..<100).map { #""r\#($0)":"\#(String(repeating: "x", count: 8000))""# }.joined(separator: ",")
        let events = Array(repeating: event, count: 1000).joined(separator: ",")

        #expect { try decode(#"{"resource":{\#(resource)},"events":[\#(events)]}"#) } throws: {
            ($0 as? DeliveryError)?.code == "too_large"
        }
        #expect(try decode(#"{"resource":{\#(resource)},"events":[\#(event),\#(event)]}"#).events.count == 2)
    }

    @Test func `an event of a hundred thousand tiny values is rejected alone`() throws {
        let values = Array(repeating: #"{"":1}"#, count: 100_000).joined(separator: ",")

        let delivery = try decode(#"{"events":[{"outcome":"failed","x":[\#(values)]},\#(event)]}"#)

        #expect(delivery.events.count == 1)
        #expect(delivery.rejected.map(\.code) == ["too_large"])
    }

    @Test func `a delivery may say its events in escapes, and after anything else`() throws {
        #expect(try decode(#"{"ev\u0065nts":[\#(event)]}"#).events.count == 1)
        #expect(try decode(#"{"x":{"events":[1]},"y":"events","events":[\#(event)],"z":[]}"#).events.count == 1)
    }

    @Test func `a million lines are refused at the first too many`() {
        let body = Array(String(repeating: "a\n", count: 1_000_000).utf8)

        #expect { try NativeEvents.decode(body, as: .lines, receivedAt: now) } throws: {
            ($0 as? DeliveryError)?.code == "too_many"
        }
    }

    @Test func `blank lines cost nothing`() throws {
        let body = Array((String(repeating: " \r\n\n", count: 100_000) + event).utf8)

        #expect(try NativeEvents.decode(body, as: .lines, receivedAt: now).events.count == 1)
    }

    @Test func `an event's own attributes go before those of the resource`() throws {
        let resource = (0..<200).map { #""a\#($0)":0"# }.joined(separator: ",")

        let event = try #require(
            try decode(#"{"resource":{\#(resource)},"events":[{"outcome":"success","z":1,"a7":2}]}"#).events.first
        )

        #expect(event.content.attributes.contains(.init("z", .integer(1))))
        #expect(event.content.attributes.contains(.init("a7", .integer(2))))
        #expect(event.content.attributes.count == EventLimits.attributes)
        #expect(event.content.attributes.map(\.name) == event.content.attributes.map(\.name).sorted())
    }

    @Test func `dropped values of one name are counted, and the count cannot be forged`() throws {
        let name = String(repeating: "n", count: 200)

        let event = try #require(
            try decode(#"{"events":[{"outcome":"success","1\#(name)":1,"2\#(name)":2,"gatehouse.dropped":"x"}]}"#)
                .events.first
        )

        #expect(
            event.content.attributes == [
                .init("gatehouse.dropped", .integer(2)), .init("…" + String(repeating: "n", count: 125), .integer(1)),
            ]
        )
    }

    @Test(arguments: ["ada@example.com", "eyJhbGciOiJIUzI1NiJ9", "gh_sk_0123456789abcdef"])
    func `truncation never leaves half of a secret word`(word: String) throws {
        for padding in EventLimits.messageBytes - 30...EventLimits.messageBytes + 5 {
            let message = String(repeating: "x ", count: padding / 2) + word + " and more"
            let error = try #require(
                try decode(#"{"events":[{"outcome":"failed","error":"\#(message)"}]}"#).events.first?.content.error
            )
            let kept = try #require(error.message)

            #expect(kept.utf8.count <= EventLimits.messageBytes)
            #expect(
                kept.contains(word) || kept.allSatisfy { $0 == "x" || $0 == " " || "and more".contains($0) },
                "\(kept.suffix(40))"
            )
            #expect(!kept.contains(word.prefix(4)) || kept.contains(word))
        }
    }

    @Test func `one long word is cut where the limit is`() throws {
        let text = String(repeating: "a", count: 500)

        #expect(
            try decode(#"{"events":[{"outcome":"failed","user_id":"\#(text)"}]}"#).events.first?.content[.user]?.utf8
                .count == 128
        )
    }

    @Test(arguments: [
        "\"\"", "null", "{}", "[]", "-1", "1e308", "true", "\"\\u0000\"", "\"99999-99-99T99:99:99Z\"",
        "9223372036854775807",
        "-9223372036854775808", "\"\\ud83d\\ude00\"", "[[[[]]]]", "{\"\":{\"\":\"\"}}",
    ])
    func `any value in any field ends as one item`(value: String) throws {
        for field in EventField.allCases {
            for name in field.names(in: .native) {
                let body =
                    #"{"sent_at":\#(value),"sdk":\#(value),"resource":\#(value),"events":[{"\#(name)":\#(value)},\#(event)]}"#

                let delivery = try decode(body)

                #expect(delivery.items.count == 2)
                #expect(delivery.events.count >= 1)
            }
        }
        #expect(
            try decode(#"{"resource":{"app_version":\#(value),"user":\#(value)},"events":[\#(event)]}"#).items.count
                == 1
        )
    }
}
