import Domain
import Testing

@testable import Ingest

@Suite struct SentryEventTests {
    private func one(_ event: String, header: String = "{}") throws -> DecodedEvent {
        try #require(try Envelope(header).with("event", event).decoded().events.first)
    }

    private func attribute(_ name: String, of event: DecodedEvent) -> EventAttribute.Value? {
        event.content.attributes.first { $0.name == name }?.value
    }

    /// In the shape of sentry-cocoa: a chain of NSErrors, the deepest first.
    @Test func `an NSError chain of the SDK for Apple's systems is read with its domains and codes`() throws {
        let delivery = try Envelope(
            #"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sdk":{"name":"sentry.cocoa","version":"8.57.0"},"sent_at":"2026-11-21T09:00:00.000Z","trace":{"trace_id":"0af7651916cd43dd8448eb211c80319c","public_key":"k"}}"#
        ).with(
            "event",
            #"""
            {"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","timestamp":1795251598.25,"platform":"cocoa","level":"error",
             "release":"com.example.app@2.4.0+17","dist":"17","environment":"production","user":{"id":"u-1","email":"a@b.c"},
             "exception":{"values":[
               {"type":"NSOSStatusErrorDomain","value":"The item is not available (Code: -25308)",
                "mechanism":{"type":"NSError","meta":{"ns_error":{"domain":"NSOSStatusErrorDomain","code":-25308}}}},
               {"type":"com.example.auth","value":"Code: 7","mechanism":{"type":"NSError"}},
               {"type":"AppError","value":"Signing in failed",
                "mechanism":{"type":"NSError","meta":{"ns_error":{"domain":"AppError","code":3}}}}]},
             "breadcrumbs":{"values":[{"message":"secret path"},{"message":"b"}]},
             "contexts":{"app":{"app_version":"2.4.0","app_build":"17","in_foreground":false,"type":"app"},
               "device":{"model":"iPhone16,1","model_id":"D84AP","connection_type":"wifi","installation_id":"inst-1","simulator":false,"memory_size":1},
               "os":{"name":"iOS","version":"18.2","build":"22C152"},"trace":{"trace_id":"0AF7651916CD43DD8448EB211C80319C","span_id":"b7ad6b7169203331"},
               "culture":{"locale":"en"},"auth":{"stage":"session_store","elapsed_ms":1200,"duration_ms":1300}},
             "tags":{"auth.outcome":"failed","auth.session.id":"s-1","flow":"apple"},"extra":{"n":1,"deep":{"a":{"b":true}}},
             "sdk":{"name":"sentry.cocoa","version":"8.57.0"},"debug_meta":{"images":[]},"threads":{"values":[]}}
            """#
        ).decoded()

        let content = try #require(delivery.events.first).content
        #expect(delivery.sentAt == Envelope.now)
        #expect(delivery.id == Event.ID("fc6d8c0c-43fc-4630-ad85-0ee518f1b9d0") && content.id == delivery.id)
        #expect(content.occurredAt == Envelope.now - .milliseconds(1750))
        #expect(content.stage == .sessionStore && content.outcome == .failed)
        #expect(content.duration == .milliseconds(1300))
        #expect(content.attempt == TraceID("0af7651916cd43dd8448eb211c80319c"))
        #expect(
            content.texts == [
                .appVersion: "2.4.0", .environment: "production", .platform: "iOS", .osVersion: "18.2",
                .deviceModel: "iPhone16,1", .network: "wifi", .user: "u-1", .session: "s-1", .build: "17",
                .appState: "background", .installation: "inst-1",
            ]
        )
        #expect(
            content.error
                == EventError(
                    domain: "AppError",
                    code: "3",
                    message: "Signing in failed",
                    chain: [
                        .init(domain: "com.example.auth", code: "7", message: "Code: 7"),
                        .init(
                            domain: "NSOSStatusErrorDomain",
                            code: "-25308",
                            message: "The item is not available (Code: -25308)"
                        ),
                    ]
                )
        )
        #expect(
            content.attributes == [
                .init("auth.elapsed_ms", .integer(1200)), .init("breadcrumb.1.message", .text("b")),
                .init("breadcrumb.2.message", .text("secret path")), .init("deep.a.b", .bool(true)),
                .init("device.model_id", .text("D84AP")),
                .init("device.simulator", .bool(false)), .init("flow", .text("apple")),
                .init("level", .text("error")), .init("n", .integer(1)), .init("os.build_id", .text("22C152")),
                .init("service.name", .text("com.example.app")), .init("span_id", .text("b7ad6b7169203331")),
                .init("telemetry.sdk.name", .text("sentry.cocoa")), .init("telemetry.sdk.version", .text("8.57.0")),
            ]
        )
    }

    @Test(arguments: [
        ("fatal", Outcome.failed), ("error", .failed), ("warning", .degraded), ("info", .info), ("debug", .info),
        ("odd", .info),
    ])
    func `without an outcome the level decides`(level: String, outcome: Outcome) throws {
        let event = try one(#"{"level":"\#(level)","message":"m"}"#)

        #expect(event.content.outcome == outcome && event.content.stage == .other)
        #expect(event.content.error == EventError(domain: "", code: "", message: "m"))
        #expect(try one(#"{"tags":{"auth.outcome":"Canceled"},"level":"\#(level)"}"#).content.outcome == .cancelled)
    }

    @Test func `an event without a level failed`() throws {
        #expect(try one("{}").content.outcome == .failed)
    }

    @Test(arguments: [
        #"{"tags":{"auth.stage":"refresh"}}"#, #"{"tags":[["auth.stage","refresh"],["x"],7,[1,2]]}"#,
        #"{"extra":{"auth.stage":"refresh"}}"#, #"{"extra":{"auth":{"stage":"refresh"}}}"#,
        #"{"contexts":{"auth":{"stage":"refresh","type":"auth"}}}"#,
    ])
    func `a stage is found in tags, extra and contexts`(event: String) throws {
        #expect(try one(event).content.stage == .refresh)
    }

    @Test func `what the app says explicitly wins`() throws {
        let content = try one(
            #"""
            {"tags":{"auth.attempt.id":"11111111111111111111111111111111","auth.error.code":"-25300","user.id":"tagged",
               "auth.provider":"apple","auth.stage":"new-stage","auth.outcome":"odd"},
             "user":{"id":"u"},"contexts":{"trace":{"trace_id":"0af7651916cd43dd8448eb211c80319c"}},
             "exception":[{"type":"NSOSStatusErrorDomain","value":"x"}]}
            """#
        ).content

        #expect(content.attempt == TraceID("11111111111111111111111111111111"))
        #expect(content.texts[.user] == "tagged" && content.texts[.provider] == "apple")
        #expect(content.error == EventError(domain: "NSOSStatusErrorDomain", code: "-25300", message: "x"))
        #expect(content.stage == .other && content.outcome == .failed)
        #expect(content.attributes.contains(.init("auth.stage", .text("new-stage"))))
        #expect(content.attributes.contains(.init("auth.outcome", .text("odd"))))
    }

    @Test func `a value that cannot be read hides no other one`() throws {
        let trace = "0af7651916cd43dd8448eb211c80319c"
        let content = try one(
            #"{"tags":{"auth.attempt_id":"","auth.trace_id":"\#(trace)","auth.stage":"odd"},"extra":{"auth.stage":"refresh"}}"#
        ).content

        #expect(content.attempt == TraceID(trace) && content.stage == .refresh)
        #expect(content.attributes.contains(.init("auth.stage", .text("odd"))))
    }

    @Test func `what has the name of a field and no value of it is kept as it came`() throws {
        let content = try one(#"{"tags":{"auth.attempt_id":"seven"},"extra":{"auth.duration_ms":"soon"}}"#).content

        #expect(content.attempt == nil && content.duration == nil)
        #expect(content.attributes.contains(.init("auth.attempt_id", .text("seven"))))
        #expect(content.attributes.contains(.init("auth.duration_ms", .text("soon"))))
    }

    @Test func `every place that the payload has for a dimension is read, and an empty one is not`() throws {
        for dimension in EventDimension.texts {
            for place in dimension.definition.wireNames.sentry where !place.hasPrefix("release.") {
                let cases: [(String, String?)] =
                    place.hasSuffix("in_foreground")
                    ? [("true", "foreground"), ("false", "background"), (#""x""#, nil)]
                    : [(#""x""#, "x"), ("7", "7"), (#""""#, nil), ("true", nil)]
                for (value, expected) in cases {
                    let members = place.split(separator: ".").reversed()
                    let payload = members.reduce(value) { "{\"\($1)\":\($0)}" }
                    #expect(try one(payload).content.texts[dimension] == expected, "\(place) \(value)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (#""release":"com.example.app@2.4.0+17""#, "2.4.0", "17"), (#""release":"app@1.0+a+b""#, "1.0", "a+b"),
            (#""release":"a@b@2.0""#, "2.0", nil), (#""release":"3f2a""#, "3f2a", nil), (#""release":"@2""#, "@2", nil),
            (#""release":"app@""#, "app@", nil), (#""release":"app@+1""#, "+1", nil),
            (#""release":"app@1+""#, "1+", nil),
            (#""release":"""#, nil, nil), (#""release":7"#, nil, nil), (#""release":null"#, nil, nil),
            (#""contexts":{"app":{"app_version":"9","app_build":"8"}}"#, "9", "8"),
            (#""release":"a@1","dist":"6","contexts":{"app":{"app_build":"8"}}"#, "1", "6"),
            (#""release":"a@1+5","dist":"6""#, "1", "5"),
            (#""release":"a@1","dist":"","contexts":{"app":{"app_build":"8"}}"#, "1", "8"),
        ] as [(String, String?, String?)]
    )
    func `a release is separated into version and build`(member: String, version: String?, build: String?) throws {
        let event = try one("{\(member)}")

        #expect(event.content.texts[.appVersion] == version)
        #expect(event.content.texts[.build] == build)
    }

    @Test(
        arguments: [
            (#""message":"a""#, "a"), (#""logentry":{"message":"a %s","params":["b"],"formatted":"a b"}"#, "a b"),
            (#""logentry":{"message":"raw"}"#, "raw"), (#""message":{"formatted":"old"}"#, "old"),
            (#""message":"m","logentry":{"message":""}"#, "m"), (#""message":7"#, nil),
            (#""message":"m","exception":{"values":[{"type":"T","value":"v"}]}"#, "v"),
            (#""message":"m","exception":{"values":[{"type":"T"}]}"#, "m"),
        ] as [(String, String?)]
    )
    func `the message is that of the error, else of the event`(members: String, message: String?) throws {
        #expect(try one("{\(members)}").content.error?.message == message)
    }

    @Test(
        arguments: [
            ("The item (Code: -25308)", "-25308"), ("Code: 7", "7"), ("Code: -7", "-7"), ("x Code: 12)", "12"),
            ("Code: ", nil), ("Code:7", nil), ("7", nil), ("Code: 12345678901234567890", nil), ("", nil), (")", nil),
            ("Code: --7", nil), ("Code: 7.", nil), ("Größe (Code: 3)", "3"),
        ] as [(String, String?)]
    )
    func `the code of an NSError is read from the end of its text`(value: String, code: String?) {
        #expect(SentryErrorMapper.codeAtEnd(of: value) == code)
    }

    @Test func `the number of an error of the system is its code`() throws {
        let error = try one(
            #"{"exception":[{"type":"ConnectionRefusedError","value":"[Errno 111]","mechanism":{"meta":{"errno":{"number":111}}}}]}"#
        ).content.error

        #expect(error?.domain == "ConnectionRefusedError" && error?.code == "111")
    }

    @Test func `a chain that is too long keeps its deepest cause`() throws {
        let values = (0..<40).map { #"{"type":"E\#($0)"}"# }.joined(separator: ",")

        let event = try one(#"{"exception":{"values":[\#(values)]}}"#)

        let error = try #require(event.content.error)
        #expect(error.domain == "E39" && error.chain.count == EventLimits.chainLength)
        #expect(error.chain.first?.domain == "E38" && error.chain.last?.domain == "E0")
        #expect(attribute("error.chain.dropped", of: event) == .integer(23))
    }

    @Test(arguments: [
        (#"1795251590"#, 10_000), (#"1795251590.5"#, 9500), (#""2026-11-21T08:59:50Z""#, 10_000),
        (#""2026-11-21T09:59:50.250+01:00""#, 9750), (#""2026-11-21T08:59:50.123456""#, 9877),
    ])
    func `the time is RFC 3339 or seconds`(time: String, before: Int64) throws {
        let event = try one(#"{"timestamp":\#(time)}"#)

        #expect(event.content.occurredAt == Envelope.now - .milliseconds(before) && event.hasOwnTime)
    }

    @Test(arguments: [#""yesterday""#, "1", "-7", "1e300", "null", "true", "[]", "99999999999"])
    func `an event without a usable time has that of the envelope`(time: String) throws {
        let event = try one(#"{"timestamp":\#(time)}"#, header: #"{"sent_at":"2026-11-21T08:00:00Z"}"#)

        #expect(event.content.occurredAt == Envelope.now - .hours(1) && !event.hasOwnTime)
    }

    @Test(arguments: [#""2026-13-01""#, "7", "true", #""2026-11-21T08:00:00""#, #""3026-11-21T08:00:00Z""#])
    func `a bad time of sending costs no envelope`(sentAt: String) throws {
        let delivery = try Envelope(#"{"sent_at":\#(sentAt),"event_id":7,"dsn":9,"sdk":null,"trace":[]}"#)
            .with("event", "{}").decoded()

        #expect(delivery.events.count == 1)
    }

    @Test func `the id of the header precedes that of the payload, which precedes a derived one`() throws {
        let own = #"{"event_id":"11111111111111111111111111111111"}"#
        let header = #"{"event_id":"fc6d8c0c-43fc-4630-AD85-0ee518f1b9d0"}"#

        #expect(try one(own, header: header).content.id == Event.ID("fc6d8c0c-43fc-4630-ad85-0ee518f1b9d0"))
        #expect(try one(own).content.id == Event.ID("11111111-1111-1111-1111-111111111111"))
        #expect(
            try one(own, header: #"{"event_id":"no"}"#).content.id == Event.ID("11111111-1111-1111-1111-111111111111")
        )
        let bare = #"{"timestamp":1795251590,"message":"m"}"#
        let id = try one(bare).content.id
        #expect(try one(bare, header: #"{"sent_at":"2026-11-21T08:59:59Z"}"#).content.id == id)
        #expect(try one(#"{"timestamp":1795251590,"message":"n"}"#).content.id != id)
    }

    @Test func `a second event of an envelope does not take the id of the first`() throws {
        let events = try Envelope(#"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0"}"#)
            .with("event", "{}").with("event", "{}").decoded().events

        #expect(events.count == 2 && events[0].content.id != events[1].content.id)
    }

    @Test func `an event of the older endpoint has no envelope`() throws {
        let body = Array(#"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","message":"m"}"#.utf8)

        let delivery = try SentryEvents.decode(body, as: .event, to: nil, receivedAt: Envelope.now)

        #expect(delivery.events.count == 1 && delivery.id == delivery.events.first?.content.id)
        for bad in ["", "{", "[]", "{} {}"] {
            #expect(throws: DeliveryError.self) {
                try SentryEvents.decode(Array(bad.utf8), as: .event, to: nil, receivedAt: Envelope.now)
            }
        }
    }

    @Test(arguments: [
        #"{"type":"AuthError","value":"No token"}"#, #"[{"type":"AuthError","value":"No token"}]"#,
        #"{"values":[{"type":"AuthError","value":"No token"}]}"#,
        #"{"values":{"type":"AuthError","value":"No token"}}"#,
    ])
    func `exceptions are a list, an object with a list, or one alone`(exceptions: String) throws {
        let event = try one(#"{"exception":\#(exceptions)}"#)

        #expect(event.content.error == EventError(domain: "AuthError", code: "", message: "No token"))
    }

    @Test(arguments: ["null", "[]", "{\"values\":null}", "{\"values\":[]}", "[null]", "7", "\"AuthError\""])
    func `no exception is no error`(exceptions: String) throws {
        #expect(try one(#"{"exception":\#(exceptions)}"#).content.error == nil)
    }

    @Test func `a message beside an exception is kept`() throws {
        let exception = #""exception":[{"type":"AuthError","value":"No token"}]"#

        let both = try one(#"{"message":"Sign-in failed","logentry":{"message":"Sign-in of %s failed"},\#(exception)}"#)
        let same = try one(#"{"message":"No token",\#(exception)}"#)
        let log = try Envelope("{}").with(
            "log",
            #"{"items":[{"level":"error","body":"Sign-in failed","attributes":{"exception.message":{"value":"No token"}}}]}"#
        ).decoded().events.first

        #expect(both.content.error?.message == "No token")
        #expect(attribute("message", of: both) == .text("Sign-in of %s failed"))
        #expect(attribute("message", of: same) == nil)
        #expect(log?.content.error?.message == "No token")
        #expect(log?.content.attributes.first { $0.name == "body" }?.value == .text("Sign-in failed"))
    }

    @Test func `half of a surrogate pair, as JavaScript cuts texts, is replaced`() throws {
        let error = try one(#"{"message":"cut \ud83d","extra":{"a\\ud83d":"\ud83d\ude00","b":"\udc00x"}}"#)

        #expect(error.content.error?.message == "cut \u{FFFD}")
        #expect(attribute(#"a\ud83d"#, of: error) == .text("😀"))
        #expect(attribute("b", of: error) == .text("\u{FFFD}x"))
    }

    @Test func `an address in a request loses its query`() throws {
        let event = try one(
            #"{"request":{"url":"https://api.example.com/token?code=s3cret#x","method":"POST","headers":{"Cookie":"a"},"data":"b"}}"#
        )

        #expect(attribute("url.full", of: event) == .text("https://api.example.com/token"))
        #expect(attribute("http.request.method", of: event) == .text("POST"))
        #expect(event.content.attributes.count == 2)
    }

    @Test(
        arguments: [
            ("ada@mail.example.org", "ada@mail.example.org", nil),
            ("https://ada:x1@db.example.org/a", "https://ada:x1@db.example.org/a", nil),
            ("No account for ada@mail.example.org.", "No account for ada@mail.example.org.", nil),
            ("ada@mail.example.org.", "ada@mail.example.org.", nil), ("My Game@2.4.0", "2.4.0", "My Game"),
            ("app@2.4.0-alpha.beta", "2.4.0-alpha.beta", "app"), ("com.example.app@2.4.0", "2.4.0", "com.example.app"),
            ("app@d3adb33f", "d3adb33f", "app"),
        ] as [(String, String, String?)]
    )
    func `an address is no release, and stays whole for the scrubber`(text: String, version: String, package: String?) {
        let release = AppRelease(sentry: text)

        #expect(release?.version == version && release?.package == package)
    }
}
