import Domain
import Testing

@testable import Ingest

@Suite struct SentryHostileTests {
    private func rejection(_ event: String) throws -> String? {
        let delivery = try Envelope().with("event", event).with("event", "{}").decoded()
        #expect(delivery.events.count == (delivery.rejected.isEmpty ? 2 : 1))
        return delivery.rejected.first?.code
    }

    @Test func `JSON beyond the limits rejects the event alone`() throws {
        #expect(try rejection(#"{"a":\#(String(repeating: "[", count: 5000))"#) == "invalid_json")
        #expect(try rejection(#"{"a":1e999}"#) == "invalid_json")
        #expect(try rejection(#"{"a":NaN}"#) == "invalid_json")
        #expect(try rejection(#"{"a":1,"a":2}"#) == "invalid_json")
        #expect(try rejection(#"{"a":"\u{FFFD}\q"}"#) == "invalid_json")
        let marks = "e" + String(repeating: "\u{301}", count: 40)
        #expect(try rejection(#"{"message":"\#(marks)"}"#) == "bad_value")
        let tiny = Array(repeating: "0", count: 60_000).joined(separator: ",")
        #expect(try rejection(#"{"extra":{"a":[\#(tiny)]}}"#) == "too_large")
        #expect(
            try rejection(#"{"message":"\#(String(repeating: "x", count: SentryLimits.eventBytes))"}"#) == "too_large"
        )
        #expect(try rejection(#"{"message":"\#(String(repeating: "x", count: 100_000))"}"#) == nil)
    }

    @Test(arguments: [
        #"{"exception":7,"tags":7,"extra":[],"contexts":"x","user":[],"sdk":1,"request":"x","breadcrumbs":7,"logentry":[],"level":{},"release":[],"fingerprint":{}}"#,
        #"{"exception":{"values":[7,null,{"type":7,"value":[],"mechanism":{"meta":7}},{"mechanism":{"meta":{"ns_error":{"domain":7,"code":{}}}}}]}}"#,
        #"{"contexts":{"trace":[],"os":7,"device":{"model":{}},"app":null,"auth":7},"tags":{"auth.stage":{},"auth.outcome":[],"auth.attempt.id":7}}"#,
        #"{"exception":{"values":[]},"tags":[[]],"extra":{"":{"":{"":1}}},"user":{"id":{}}}"#,
    ])
    func `members of the wrong type are left out or kept as attributes`(event: String) throws {
        #expect(try rejection(event) == nil)
    }

    @Test func `texts are cut to the limits of events`() throws {
        let long = String(repeating: "a", count: 20_000)
        let event = try #require(
            try Envelope().with(
                "event",
                #"{"message":"\#(long)","environment":"\#(long)","release":"\#(long)@\#(long)+\#(long)","user":{"id":"\#(long)"},"exception":[{"type":"\#(long)","value":"\#(long)"}],"tags":{"\#(long.prefix(250))":"\#(long)"}}"#
            ).decoded().events.first
        ).content

        #expect(event.error?.message?.utf8.count == EventLimits.messageBytes)
        #expect(event.error?.domain.utf8.count == EventLimits.dimensionBytes)
        #expect(
            [.environment, .appVersion, .user].allSatisfy { event.texts[$0]?.utf8.count == EventLimits.dimensionBytes }
        )
        #expect(event.attributes.allSatisfy { $0.name.utf8.count <= EventLimits.dimensionBytes })
    }

    @Test func `attributes are bounded, and the dropped ones are counted`() throws {
        let extra = (0..<1000).map { #""n\#($0)":1"# }.joined(separator: ",")
        let attributes = try #require(try Envelope().with("event", #"{"extra":{\#(extra)}}"#).decoded().events.first)
            .content
            .attributes

        #expect(attributes.count == EventLimits.attributes)
        #expect(attributes.contains(.init("gatehouse.dropped", .integer(Int64(1000 - EventLimits.attributes + 1)))))
    }

    @Test func `events and records beyond the number of a delivery are counted as invalid`() throws {
        let records = Array(repeating: "{}", count: 1500).joined(separator: ",")
        let delivery = try Envelope().with("log", #"{"items":[\#(records)]}"#).with("event", "{}").decoded()

        #expect(delivery.items.count == EventLimits.batchItems)
        #expect(
            Set(delivery.counted) == [
                ItemCount(.invalid, .log, reason: "too_many", count: 500),
                ItemCount(.invalid, .event, reason: "too_many", count: 1),
            ]
        )
    }

    @Test func `runs beyond the number of a delivery are counted as invalid`() throws {
        let buckets = Array(repeating: #"{"started":1795248000,"exited":1}"#, count: 1200).joined(separator: ",")
        let delivery = try Envelope().with("sessions", #"{"aggregates":[\#(buckets)],"attrs":{"release":"1"}}"#)
            .decoded()

        #expect(delivery.runs.count == SentryLimits.runs)
        #expect(delivery.counted == [ItemCount(.invalid, .run, reason: "too_many", count: 200)])
    }

    @Test(arguments: [
        ("https://k@h/7", "k", 7), ("http://k:secret@h:8080/7", "k", 7), ("https://k@h/prefix/more/7", "k", 7),
        ("HTTPS://k@h/07", "k", 7),
    ])
    func `a DSN is read`(text: String, key: String, project: Int) {
        #expect(SentryDSN(text) == SentryDSN(key: key, project: project))
    }

    @Test(arguments: [
        "", "k@h/7", "https://h/7", "https://@h/7", "https://:s@h/7", "https://k@/7", "https://k@h", "https://k@h/",
        "https://k@h/x", "https://k@h/-7", "https://k@h/7/", "https://k@h/9999999999999999999", "ftp://k@h/7",
        "https:/k@h/7", "https://k@h/\u{0667}",
    ])
    func `a text that is no DSN is not read`(text: String) {
        #expect(SentryDSN(text) == nil)
    }

    @Test func `an envelope for another DSN than that of the request is rejected`() throws {
        let envelope = Envelope(#"{"dsn":"https://k@h/7"}"#).with("event", "{}")

        #expect(try envelope.decoded(to: SentryDSN(key: "k", project: 7)).events.count == 1)
        for other in [SentryDSN(key: "k", project: 8), SentryDSN(key: "l", project: 7)] {
            let error = #expect(throws: DeliveryError.self) { try envelope.decoded(to: other) }
            #expect(error?.code == "dsn_mismatch")
        }
        let unreadable = Envelope(#"{"dsn":"nonsense"}"#).with("event", "{}")
        #expect(try unreadable.decoded(to: SentryDSN(key: "k", project: 7)).events.count == 1)
    }

    @Test func `the DSN is found in the beginning of a body`() {
        let dsn = SentryDSN(key: "k", project: 7)

        #expect(SentryEvents.dsn(inHeaderOf: Array("{\"dsn\":\"https://k@h/7\"}\nrest".utf8)) == dsn)
        #expect(SentryEvents.dsn(inHeaderOf: Array("{\"dsn\":\"https://k@h/7\"}".utf8)) == dsn)
        for text in ["", "{}", "{\"dsn\":7}\n", "{\"dsn\":\"https://k@h/7\"", "x\n"] {
            #expect(SentryEvents.dsn(inHeaderOf: Array(text.utf8)) == nil)
        }
    }
}
