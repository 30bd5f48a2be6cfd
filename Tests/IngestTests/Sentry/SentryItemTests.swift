import Domain
import Foundation
import Testing

@testable import Ingest

/// Items other than events, in the shapes that SDKs send.
@Suite struct SentryItemTests {
    @Test func `the records of a log container of the SDK for Apple's systems become events`() throws {
        let delivery = try Envelope().with(
            "log",
            #"""
            {"items":[
              {"timestamp":1795251599.5,"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","level":"warn","severity_number":13,
               "body":"keychain slow","attributes":{"sentry.release":{"value":"com.example.app@2.4.0+17","type":"string"},
                "sentry.environment":{"value":"production","type":"string"},"os.name":{"value":"iOS","type":"string"},
                "os.version":{"value":"18.2","type":"string"},"device.model":{"value":"iPhone16,1","type":"string"},
                "user.id":{"value":"inst-1","type":"string"},"auth.stage":{"value":"session-store","type":"string"},
                "sentry.message.parameter.0":{"value":"x","type":"string"},"sentry.message.template":{"value":"keychain %s","type":"string"},
                "sentry.origin":{"value":"auto","type":"string"},"thread.id":{"value":1,"type":"integer"},"server.address":{"value":"vm","type":"string"},"tries":{"value":3,"type":"integer"},"ok":{"value":true,"type":"boolean"}}},
              {"timestamp":1795251599.5,"level":"info","body":"tapped","attributes":{"auth.outcome":{"value":"success","type":"string"}}},
              {"level":"error","body":"gone"},
              {"level":"info"}]}
            """#,
            header: #","item_count":4,"content_type":"application/vnd.sentry.items.log+json""#
        ).decoded()

        let events = delivery.events
        #expect(events.map(\.content.outcome) == [.degraded, .success, .failed, .info])
        #expect(events.allSatisfy { $0.category == .log })
        #expect(events.map(\.hasOwnTime) == [true, true, false, false])
        let first = try #require(events.first).content
        #expect(first.occurredAt == Envelope.now - .milliseconds(500) && first.stage == .sessionStore)
        #expect(first.attempt == TraceID("0af7651916cd43dd8448eb211c80319c"))
        #expect(
            first.texts == [
                .appVersion: "2.4.0", .environment: "production", .platform: "iOS", .osVersion: "18.2",
                .deviceModel: "iPhone16,1", .user: "inst-1", .build: "17",
            ]
        )
        #expect(first.error == EventError(domain: "", code: "", message: "keychain slow"))
        #expect(
            first.attributes == [
                .init("level", .text("warn")),
                .init("message.template", .text("keychain %s")), .init("ok", .bool(true)),
                .init("service.name", .text("com.example.app")), .init("span_id", .text("b7ad6b7169203331")),
                .init("tries", .integer(3)),
            ]
        )
        #expect(events.last?.content.error == nil)
    }

    @Test func `a log record has the same id each time it is sent, and equal records have two`() throws {
        let record = #"{"timestamp":1795251599.5,"level":"info","body":"a"}"#
        func ids(_ sentAt: String, _ sdk: String = "x") throws -> [Event.ID] {
            try Envelope(#"{"sent_at":"\#(sentAt)","sdk":{"name":"\#(sdk)"}}"#)
                .with("log", #"{"items":[\#(record),\#(record)]}"#).decoded().events.map(\.content.id)
        }

        let first = try ids("2026-11-21T09:00:00Z")

        #expect(Set(first).count == 2)
        #expect(try ids("2026-11-21T09:00:05Z") == first)
    }

    @Test func `a bad record never costs its neighbours`() throws {
        let delivery = try Envelope().with(
            "log",
            #"{"items":[{"level":"info","body":"a"},{"a":1e999},7,{"a":1,"a":2},{"level":"info","body":"b"}]}"#
        ).decoded()

        #expect(delivery.events.count == 2)
        #expect(delivery.rejected.map(\.code) == ["invalid_json", "wrong_type", "invalid_json"])
        #expect(delivery.rejected.allSatisfy { $0.category == .log })
    }

    @Test func `a broken bracket costs only what follows it, and all of that is counted`() throws {
        let delivery = try Envelope().with(
            "log",
            #"{"items":[{"level":"info","body":"a"},{"level":"info","body":"b"]},{"level":"info","body":"c"},{}]}"#,
            header: #","item_count":4"#
        ).decoded()

        #expect(delivery.events.map(\.content.error?.message) == ["a"])
        #expect(delivery.rejected.map(\.code) == ["invalid_json"])
        #expect(delivery.counted == [ItemCount(.invalid, .log, reason: "invalid_json", count: 2)])
    }

    @Test(arguments: ["-5", "0", "1e300", "\"9\"", "9223372036854775807"])
    func `a container cannot claim more records than there may be`(claim: String) throws {
        let delivery = try Envelope().with("log", "[", header: #","item_count":\#(claim)"#).decoded()

        #expect(delivery.rejected.count == 1)
        #expect(delivery.counted.isEmpty)
    }

    @Test func `broken containers claim no more records than their bytes can hold`() throws {
        let claims = (0..<2000).reduce(Envelope()) { envelope, _ in
            envelope.with("log", "[{},{},{}", header: #","item_count":10000"#)
        }

        let delivery = try claims.decoded()

        #expect(delivery.examined == 2000)
        #expect(delivery.chargedItems == 2000 + 2000 * 2 / 100)
        #expect(delivery.counted.reduce(0) { $0 + $1.count } <= 2000 * 3)
    }

    @Test func `the name and the addresses of a user are not kept with a log record`() throws {
        let attributes = ["user.name", "user.email", "user.ip_address", "user.geo.city", "user.id"]
            .map { #""\#($0)":{"value":"Ada Lovelace","type":"string"}"# }.joined(separator: ",")
        let delivery = try Envelope()
            .with("log", #"{"items":[{"level":"info","body":"b","attributes":{\#(attributes)}}]}"#).decoded()

        let event = try #require(delivery.events.first).content
        #expect(event.attributes == [.init("level", .text("info"))])
        #expect(event.texts == [.user: "Ada Lovelace"])
    }

    @Test(arguments: ["", "{}", #"{"items":7}"#, #"{"items":[}"#, #"[{"items":[]}]"#])
    func `a container without a list is rejected alone`(payload: String) throws {
        let delivery = try Envelope().with("log", payload).with("event", "{}").decoded()

        #expect(delivery.events.count == 1)
        #expect(delivery.rejected.map(\.category) == [.log])
    }

    @Test func `a session of the SDK for Apple's systems is a run of the app`() throws {
        let delivery = try Envelope().with(
            "session",
            #"""
            {"sid":"AC34D1E0-0F2A-4F1C-9D7B-1B2C3D4E5F60","did":"INST-1","init":true,"seq":1763715600000,"started":"2026-11-21T08:00:00Z",
             "timestamp":"2026-11-21T08:10:00Z","duration":600.5,"status":"crashed","errors":2,"abnormal_mechanism":"anr",
             "attrs":{"release":"com.example.app@2.4.0+17","environment":"production","ip_address":"203.0.113.7","user_agent":"x"}}
            """#
        ).decoded()

        let run = AppRun(
            id: AppRun.ID(try #require(UUID(uuidString: "ac34d1e0-0f2a-4f1c-9d7b-1b2c3d4e5f60"))),
            installation: "INST-1",
            status: .crashed,
            isInitial: true,
            sequence: 0,
            startedAt: Envelope.now - .hours(1),
            at: Envelope.now - .minutes(50),
            duration: .milliseconds(600_500),
            errors: 2,
            release: AppRelease(version: "2.4.0", build: "17", package: "com.example.app"),
            environment: "production"
        )
        #expect(delivery.runs == [.run(run)])
        #expect(delivery.items.isEmpty && delivery.counted.isEmpty)
    }

    @Test(arguments: [
        (#""sid":"ac34d1e0-0f2a-4f1c-9d7b-1b2c3d4e5f60","#, false), (#""sid":"ada@example.com","#, true), ("", true),
    ])
    func `the id of a session is derived unless the client has one`(member: String, isDerived: Bool) throws {
        let payload = #"{\#(member)"timestamp":"2026-11-21T08:10:00Z","started":1795248000,"attrs":{"release":"1"}}"#

        let runs = try Envelope().with("session", payload).decoded().runs

        guard case .run(let run) = try #require(runs.first) else { return #expect(Bool(false)) }
        #expect(run.hasDerivedID == isDerived)
    }

    @Test(arguments: [
        (#""status":"exited""#, AppRun.Status.exited), (#""status":"degraded""#, .other), (#""status":7"#, .other),
        (#""errors":0"#, .ok),
    ])
    func `a session of little words has defaults`(member: String, status: AppRun.Status) throws {
        let payload = #"{\#(member),"started":1795248000,"attrs":{"release":"1"},"duration":-1,"seq":-5,"did":7}"#

        let runs = try Envelope().with("session", payload).decoded().runs

        guard case .run(let run) = try #require(runs.first) else { return #expect(Bool(false)) }
        #expect(run.status == status && run.duration == nil && run.sequence == 0 && run.installation == "7")
        #expect(run.at == Envelope.now && !run.isInitial && run.environment == nil)
        guard case .run(let again) = try #require(try Envelope().with("session", payload).decoded().runs.first) else {
            return #expect(Bool(false))
        }
        #expect(again.startedAt == run.startedAt)
    }

    @Test func `hostile numbers of a session are bounded`() throws {
        let runs = try Envelope().with(
            "session",
            #"{"sid":"x","started":1795248000,"attrs":{"release":"1"},"duration":1e308,"seq":9223372036854775807,"errors":9e18}"#
        ).decoded().runs

        guard case .run(let run) = try #require(runs.first) else { return #expect(Bool(false)) }
        #expect(run.duration == nil && run.sequence == .max && run.errors == SentryRunMapper.maximumCount)
    }

    @Test(arguments: [
        (#"{"started":1795248000}"#, "missing_field"), (#"{"attrs":{"release":"1"}}"#, "missing_field"),
        (#"{"started":"x","attrs":{"release":"1"}}"#, "bad_value"), ("[]", "wrong_type"), ("{", "invalid_json"),
        (#"{"started":1795248000,"attrs":{"release":""}}"#, "missing_field"),
    ])
    func `a session without release or start is rejected alone`(payload: String, code: String) throws {
        let delivery = try Envelope().with("session", payload).with("event", "{}").decoded()

        #expect(delivery.runs.isEmpty && delivery.events.count == 1)
        #expect(delivery.rejected.map(\.code) == [code] && delivery.rejected.map(\.category) == [.run])
    }

    @Test func `aggregated sessions of the SDK for Python are counts of runs`() throws {
        let delivery = try Envelope().with(
            "sessions",
            #"""
            {"aggregates":[{"started":"2026-11-21T08:59:00Z","exited":12,"errored":3},{"started":"2026-11-21T08:58:00Z","did":"d","crashed":1,"unhandled":2,"abnormal":4,"exited":-7},
              {"exited":1},7],"attrs":{"release":"backend@1.2.3","environment":"staging"}}
            """#
        ).decoded()

        let release = AppRelease(version: "1.2.3", package: "backend")
        let first = AppRunCounts(
            startedAt: Envelope.now - .minutes(1),
            installation: nil,
            exited: 12,
            errored: 3,
            abnormal: 0,
            unhandled: 0,
            crashed: 0,
            release: release,
            environment: "staging"
        )
        let second = AppRunCounts(
            startedAt: Envelope.now - .minutes(2),
            installation: "d",
            exited: 0,
            errored: 0,
            abnormal: 4,
            unhandled: 2,
            crashed: 1,
            release: release,
            environment: "staging"
        )
        #expect(delivery.runs == [.counts(first), .counts(second)])
        #expect(delivery.counted == [ItemCount(.invalid, .run, reason: "missing_field", count: 2)])
    }

    @Test func `a client report counts what was lost`() throws {
        let rows = [
            #"{"reason":"network_error","category":"error","quantity":3}"#,
            #"{"reason":"ratelimit_backoff","category":"log_item","quantity":5}"#,
            #"{"reason":"ratelimit_backoff","category":"log_byte","quantity":70000}"#,
            #"{"reason":"sample_rate","category":"transaction","quantity":2}"#,
            #"{"reason":"sample_rate","category":"span","quantity":9}"#,
            #"{"reason":"queue_overflow","category":"session","quantity":1}"#,
            #"{"reason":"<script>","category":"replay","quantity":1e12}"#,
            #"{"reason":"send_error","category":"error","quantity":0}"#, #"{"quantity":-1}"#, "7",
        ].joined(separator: ",")

        let delivery = try Envelope().with("client_report", #"{"timestamp":1,"discarded_events":[\#(rows)]}"#)
            .with(
                "client_report",
                #"{"discarded_events":[{"reason":"network_error","category":"error","quantity":4}]}"#
            )
            .decoded()

        #expect(
            Set(delivery.counted) == [
                ItemCount(.lost, .event, reason: "network_error", count: 7),
                ItemCount(.lost, .log, reason: "ratelimit_backoff", count: 5),
                ItemCount(.lost, .span, reason: "sample_rate", count: 11),
                ItemCount(.lost, .run, reason: "queue_overflow", count: 1),
                ItemCount(.lost, .other, reason: "other", count: SentryClientReport.maximumQuantity),
            ]
        )
        #expect(delivery.items.isEmpty)
    }

    @Test func `reports and their rows are bounded`() throws {
        let row = #"{"reason":"network_error","category":"error","quantity":1}"#
        let report = #"{"discarded_events":[\#(row)]}"#
        let reports = try (0..<12).reduce(Envelope()) { envelope, _ in envelope.with("client_report", report) }
            .decoded()
        let rows = #"{"discarded_events":[\#(Array(repeating: row, count: 101).joined(separator: ","))]}"#

        #expect(
            Set(reports.counted) == [
                ItemCount(.lost, .event, reason: "network_error", count: SentryClientReport.maximumReports),
                ItemCount(.invalid, .other, reason: "too_many", count: 2),
            ]
        )
        #expect(try Envelope().with("client_report", rows).decoded().rejected.map(\.code) == ["too_many"])
    }

    @Test func `the reports of one envelope claim a bounded number of lost items`() throws {
        let rows = (0..<100).map { #"{"reason":"network_error","category":"error","quantity":\#(9000 + $0)}"# }
        let report = #"{"discarded_events":[\#(rows.joined(separator: ","))]}"#

        let delivery = try (0..<10).reduce(Envelope()) { envelope, _ in envelope.with("client_report", report) }
            .decoded()

        let lost = ItemCount(.lost, .event, reason: "network_error", count: SentryClientReport.maximumTotal)
        #expect(delivery.counted == [lost])
    }

    @Test func `each item that is only counted is charged, since its header is read`() throws {
        let delivery = try (0..<250).reduce(Envelope()) { envelope, _ in envelope.with("attachment", "") }.decoded()

        #expect(delivery.chargedItems == 250)
    }

    @Test func `every other kind is counted as filtered`() throws {
        let kinds = [
            "transaction", "span", "otel_log", "feedback", "user_report", "attachment", "profile", "replay_event", "x",
        ]
        let delivery = try kinds.reduce(Envelope()) { $0.with($1, "{}") }.with("event", "{}").decoded()

        #expect(delivery.events.count == 1)
        #expect(
            Set(delivery.counted) == [
                ItemCount(.filtered, .span, reason: "unsupported", count: 2),
                ItemCount(.filtered, .log, reason: "unsupported", count: 1),
                ItemCount(.filtered, .other, reason: "unsupported", count: 6),
            ]
        )
    }

    @Test func `a delivery that is limited counts each of its items once`() throws {
        let delivery = try Envelope().with("event", "{}").with("log", #"{"items":[{},7]}"#).with("attachment", "")
            .with("session", #"{"started":1795248000,"attrs":{"release":"1"}}"#)
            .with("client_report", #"{"discarded_events":[{"reason":"send_error","category":"error","quantity":4}]}"#)
            .decoded()

        #expect(
            Set(delivery.counted(as: .limited, reason: "rate")) == [
                ItemCount(.limited, .event, reason: "rate", count: 1),
                ItemCount(.limited, .log, reason: "rate", count: 2),
                ItemCount(.limited, .run, reason: "rate", count: 1),
                ItemCount(.limited, .other, reason: "rate", count: 1),
                ItemCount(.lost, .event, reason: "send_error", count: 4),
            ]
        )
    }
}
