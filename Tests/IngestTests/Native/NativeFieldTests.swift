import Domain
import Testing

@testable import Ingest

@Suite struct NativeFieldTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000)

    private func read(_ event: String, beside: String = "") throws -> DecodedEvent {
        let body = #"{"events":[{"outcome":"failed",\#(event)}]\#(beside)}"#
        return try #require(try NativeEvents.decode(Array(body.utf8), as: .json, receivedAt: now).events.first)
    }

    @Test func `fields are known by the names of OpenTelemetry too`() throws {
        let event = try read(
            """
            "event_name":"n","auth.stage":"refresh","auth.method":"apple","service.version":"2","deployment.environment.name":"e",
            "os.name":"ios","os.version":"26","device.model.identifier":"m","user.id":"u","auth.session.id":"s",
            "network.connection.type":"wifi","auth.attempt.id":"0af7651916cd43dd8448eb211c80319c",
            "exception.type":"NSURLErrorDomain","auth.error.code":-1001,"exception.message":"late"
            """
        )

        let expected = EventContent(
            id: event.content.id,
            occurredAt: now,
            stage: .refresh,
            outcome: .failed,
            texts: [
                .name: "n", .provider: "apple", .appVersion: "2", .environment: "e", .platform: "ios", .osVersion: "26",
                .deviceModel: "m", .user: "u", .session: "s", .network: "wifi",
            ],
            error: EventError(domain: "NSURLErrorDomain", code: "-1001", message: "late"),
            attempt: TraceID("0af7651916cd43dd8448eb211c80319c")
        )
        #expect(event == DecodedEvent(expected, hasOwnTime: false, hasDerivedID: event.hasDerivedID))
    }

    @Test func `fields are found one object deep`() throws {
        let event = try read(
            #""user":{"id":7,"plan":"free"},"os":{"name":"ios","version":26,"build":"23A"},"device":{"model":"m"}"#
        )

        let content = event.content
        #expect(content[.user] == "7" && content[.platform] == "ios")
        #expect(content[.osVersion] == "26" && content[.deviceModel] == "m")
        #expect(event.content.attributes == [.init("os.build", .text("23A")), .init("user.plan", .text("free"))])
    }

    @Test func `what an error says beyond its fields is kept`() throws {
        let event = try read(
            #""error":{"domain":"d","code":1,"reason":"r","chain":[{"domain":"e","info":{"k":true}}]}"#
        )

        #expect(
            event.content.attributes == [
                .init("error.chain.0.info.k", .bool(true)), .init("error.reason", .text("r")),
            ]
        )
    }

    @Test(arguments: [#"{"domain":"d"}"#, #""late""#])
    func `what names an error beside the error is kept`(error: String) throws {
        let event = try read(#""error":\#(error),"exception.type":"T","auth.error.code":7"#)

        #expect(
            event.content.attributes == [.init("auth.error.code", .integer(7)), .init("exception.type", .text("T"))]
        )
    }

    @Test func `of a chain that is too long the last stays`() throws {
        let chain = (0..<40).map { #"{"domain":"d","code":\#($0)}"# }.joined(separator: ",")

        let event = try read(#""error":{"domain":"d","chain":[\#(chain)]}"#)

        #expect(event.content.error?.chain.count == EventLimits.chainLength)
        #expect(event.content.error?.chain.last?.code == "39")
        #expect(event.content.attributes == [.init("error.chain.dropped", .integer(24))])
    }

    @Test(
        arguments: [
            (#""trace_id":"0AF76519-16cd-43dd-8448-eb211c80319c""#, "0af7651916cd43dd8448eb211c80319c", nil),
            (#""trace_id":"00000000000000000000000000000000""#, nil, nil),
            (#""attempt_id":"seven""#, nil, .init("attempt_id", .text("seven"))),
            (#""attempt":7"#, nil, .init("attempt", .integer(7))),
            (
                #""attempt_id":"seven","trace_id":"0af7651916cd43dd8448eb211c80319c""#,
                "0af7651916cd43dd8448eb211c80319c", .init("attempt_id", .text("seven"))
            ),
            (
                #""trace_id":"00000000000000000000000000000000","attempt_id":"0af7651916cd43dd8448eb211c80319c""#,
                "0af7651916cd43dd8448eb211c80319c", nil
            ),
        ] as [(String, String?, EventAttribute?)]
    )
    func `an attempt that is no trace id is kept as it came`(
        fields: String,
        attempt: String?,
        attribute: EventAttribute?
    ) throws {
        let event = try read(fields)

        #expect(event.content.attempt?.description == attempt)
        #expect(event.content.attributes == (attribute.map { [$0] } ?? []))
    }

    @Test func `a text that says nothing hides no other one`() throws {
        let content = try read(
            #""stage":"odd","auth.stage":"refresh","user_id":"","user.id":"u","app_version":"""#,
            beside: #","resource":{"app_version":"2"}"#
        ).content

        #expect(content.stage == .refresh && content[.user] == "u" && content[.appVersion] == "2")
        #expect(content.attributes == [.init("auth.stage", .text("odd"))])
    }

    @Test func `an attempt that is too long to be one is kept as an attribute`() throws {
        let long = String(repeating: "-", count: 300) + "0af7651916cd43dd8448eb211c80319c"

        let content = try read(#""attempt_id":"\#(long)""#).content

        #expect(content.attempt == nil)
        #expect(content.attributes == [.init("attempt_id", .text(long))])
    }

    @Test func `an unknown stage is kept by its own name`() throws {
        let event = try read(#""stage":"Onboarding""#)

        #expect(event.content.stage == .other)
        #expect(event.content.attributes == [.init("auth.stage", .text("Onboarding"))])
    }

    @Test(arguments: [("canceled", Outcome.cancelled), ("FAILURE", .failed), ("Degraded", .degraded)])
    func `an outcome is known in other spellings`(text: String, outcome: Outcome) throws {
        let body = #"{"events":[{"outcome":"\#(text)"}]}"#

        #expect(
            try NativeEvents.decode(Array(body.utf8), as: .json, receivedAt: now).events.first?.content.outcome
                == outcome
        )
    }

    @Test func `a zero time is no time`() throws {
        let body = #"{"sent_at":0,"events":[{"outcome":"failed"}]}"#

        let delivery = try NativeEvents.decode(Array(body.utf8), as: .json, receivedAt: now)

        #expect(delivery.sentAt == nil)
        #expect(delivery.events.first?.content.occurredAt == now)
        #expect(delivery.events.first?.hasOwnTime == false)
    }

    @Test func `what a delivery says beside its events is kept`() throws {
        let event = try read(#""a":1"#, beside: #","sdk":{"name":"kit"},"resource":"text","batch":3"#)

        #expect(
            event.content.attributes == [
                .init("a", .integer(1)), .init("batch", .integer(3)), .init("sdk.name", .text("kit")),
            ]
        )
    }

    @Test func `an id of any text names the same event again`() throws {
        let first = try read(#""id":"event 7""#)

        #expect(try read(#""id":"event 7","x":1"#).content.id == first.content.id)
        #expect(try read(#""id":"event 8""#).content.id != first.content.id)
        #expect(
            try read(#""id":"0190A0A0000070008000000000000001""#).content.id.description
                == "0190a0a0-0000-7000-8000-000000000001"
        )
    }
}
