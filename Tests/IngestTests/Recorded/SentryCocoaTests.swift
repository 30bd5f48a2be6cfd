import Domain
import Testing

@testable import Ingest

/// Envelopes of sentry-cocoa: an error with the session in which it occurred, sessions with a client report, logs.
@Suite struct SentryCocoaTests {
    private static let trace = TraceID("0af7651916cd43dd8448eb211c80319c")
    private static let release = AppRelease(version: "2.4.0", build: "17", package: "com.example.shop")

    private func delivery(_ name: String) throws -> EventDelivery {
        let body = try RecordedBody.bytes("sentry-cocoa-\(name).envelope")
        let delivery = try SentryEvents.decode(body, as: .envelope, to: nil, receivedAt: Envelope.now)
        #expect(delivery.rejected.isEmpty && delivery.sentAt == Envelope.now - .milliseconds(500))
        return delivery
    }

    /// An update of the run of the app, whose id the SDK writes in capital letters.
    private func run(
        _ status: AppRun.Status,
        sequence: Int64,
        afterMilliseconds age: Int64,
        duration: Duration?,
        errors: Int
    ) throws -> AppRunUpdate {
        let start = Timestamp(milliseconds: 1_795_251_480_125)
        return .run(
            AppRun(
                id: try #require(AppRun.ID("3d2f9a70-6c15-4b8e-a0d4-9e7b1f5c2843")),
                installation: "6F9C3D10-4B7E-4E0A-9D52-8A1C0E5B7F34",
                status: status,
                isInitial: sequence == 0,
                sequence: sequence,
                startedAt: start,
                at: start + .milliseconds(age),
                duration: duration,
                errors: errors,
                release: Self.release,
                environment: "production"
            )
        )
    }

    @Test func `an error is the outermost NSError of its chain, at the time and in the app that sent it`() throws {
        let delivery = try delivery("error")

        #expect(delivery.events.count == 1 && delivery.counted.isEmpty)
        let content = try #require(delivery.events.first).content
        #expect(content.id == Event.ID("7c0f2b9e-51d8-4a63-b7e4-1d9a0c3f8652") && content.id == delivery.id)
        #expect(content.occurredAt == Envelope.now - .milliseconds(1750))
        #expect(content.stage == .refresh && content.outcome == .failed && content.attempt == Self.trace)
        #expect(
            content.error
                == EventError(
                    domain: "com.example.shop.AuthError",
                    code: "4",
                    message: "Code: 4",
                    chain: [
                        .init(
                            domain: "NSURLErrorDomain",
                            code: "-1001",
                            message: "The request timed out. (Code: -1001)"
                        ),
                        .init(domain: "kCFErrorDomainCFNetwork", code: "-1001", message: "Code: -1001"),
                    ]
                )
        )
        #expect(
            content.texts == [
                .appVersion: "2.4.0", .build: "17", .environment: "production", .platform: "iOS", .osVersion: "18.5",
                .deviceModel: "iPhone16,1", .user: "u-1", .appState: "foreground",
            ]
        )
    }

    @Test func `of an error the breadcrumbs are kept, and nothing that tells of the user`() throws {
        let content = try #require(try delivery("error").events.first).content

        #expect(
            content.attributes == [
                .init("breadcrumb.1.category", .text("app.lifecycle")),
                .init("breadcrumb.1.data", .text(#"{"state":"foreground"}"#)),
                .init("breadcrumb.1.level", .text("info")),
                .init("breadcrumb.1.time", .text("2026-11-21T08:59:51.000Z")),
                .init("breadcrumb.2.category", .text("touch")), .init("breadcrumb.2.level", .text("info")),
                .init("breadcrumb.2.message", .text("signIn:")),
                .init("breadcrumb.2.time", .text("2026-11-21T08:59:50.000Z")),
                .init("device.model_id", .text("D83AP")),
                .init("device.simulator", .bool(false)), .init("level", .text("error")),
                .init("os.build_id", .text("22F76")), .init("service.name", .text("com.example.shop")),
                .init("span_id", .text("b7ad6b7169203331")), .init("telemetry.sdk.name", .text("sentry.cocoa")),
                .init("telemetry.sdk.version", .text("8.57.0")),
            ]
        )
    }

    @Test func `the session beside an error is an update of its run`() throws {
        let expected = try run(
            .ok,
            sequence: 2,
            afterMilliseconds: 118_125,
            duration: .milliseconds(118_125),
            errors: 1
        )

        #expect(try delivery("error").runs == [expected])
    }

    @Test func `sessions are updates of one run, and a client report is what was lost`() throws {
        let delivery = try delivery("sessions")

        #expect(
            delivery.runs == [
                try run(.ok, sequence: 0, afterMilliseconds: 0, duration: nil, errors: 0),
                try run(.exited, sequence: 3, afterMilliseconds: 90_000, duration: .seconds(90), errors: 1),
            ]
        )
        #expect(
            Set(delivery.counted) == [
                ItemCount(.lost, .event, reason: "cache_overflow", count: 2),
                ItemCount(.lost, .log, reason: "ratelimit_backoff", count: 40),
            ]
        )
        #expect(delivery.events.isEmpty && delivery.id == nil)
    }

    @Test func `each record of a log container is an event with its own level`() throws {
        let delivery = try delivery("logs")
        let contents = delivery.events.map(\.content)

        #expect(delivery.events.allSatisfy { $0.category == .log && $0.hasOwnTime })
        #expect(contents.map(\.occurredAt.milliseconds) == [1_795_251_597_125, 1_795_251_598_500])
        #expect(contents.map(\.outcome) == [.info, .failed] && contents.allSatisfy { $0.stage == .refresh })
        #expect(contents.allSatisfy { $0.attempt == Self.trace && $0.texts[.appVersion] == "2.4.0" })
        #expect(contents.map(\.duration) == [nil, .seconds(60)])
        #expect(
            contents.map(\.error) == [
                EventError(domain: "", code: "", message: "Refreshing the session of u-1"),
                EventError(domain: "NSURLErrorDomain", code: "-1001", message: "The refresh failed"),
            ]
        )
    }

    @Test func `a log record keeps its template, and not the parameters`() throws {
        let content = try #require(try delivery("logs").events.first).content

        #expect(
            content.attributes == [
                .init("device.brand", .text("Apple")), .init("device.family", .text("iPhone")),
                .init("level", .text("info")), .init("message.template", .text("Refreshing the session of {0}")),
                .init("service.name", .text("com.example.shop")), .init("span_id", .text("b7ad6b7169203331")),
                .init("telemetry.sdk.name", .text("sentry.cocoa")),
                .init("telemetry.sdk.version", .text("8.57.0")),
            ]
        )
    }
}
