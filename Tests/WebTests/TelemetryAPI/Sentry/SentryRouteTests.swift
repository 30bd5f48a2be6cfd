import Domain
import Fixtures
import Foundation
import HTTPTypes
import Packing
import StrictJSON
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct SentryRouteTests {
    private static let id = "fc6d8c0c43fc4630ad850ee518f1b9d0"
    private static let header = #"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sent_at":"2026-11-21T09:00:00Z"}"#
    private static let event =
        #"{"timestamp":1795251598.25,"level":"error","tags":{"auth.stage":"refresh"},"exception":{"values":[{"type":"NSOSStatusErrorDomain","value":"Code: -25308"}]}}"#
    private static let envelope = "\(header)\n{\"type\":\"event\"}\n\(event)\n"

    private func key(_ house: TestTenant) throws -> String { try #require(DSNKey(house.creation.ingestKey)).text }

    private func auth(_ house: TestTenant) throws -> HTTPFields {
        [.xSentryAuth: "Sentry sentry_version=7,sentry_client=sentry.cocoa/8.57.0,sentry_key=\(try key(house))"]
    }

    private func send(
        _ server: AppServer,
        _ body: String = envelope,
        _ headers: HTTPFields? = nil,
        path: String = "/api/1/envelope/"
    ) async throws -> AppServer.Answer {
        let headers = try headers ?? auth(server.acme)
        return try await server.send(.post, path, headers: headers, body: Array(body.utf8))
    }

    private func stored(_ server: AppServer, of house: TestTenant) async throws -> [StoredEvent] {
        let now = server.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await server.installation.services.events.page(
            query,
            PageRequest(limit: 200),
            grant: house.system.grant()
        ).items
    }

    @Test(arguments: ["/api/1/envelope/", "/api/1/envelope", "//api/1//envelope/"])
    func `an envelope is stored, and once however often it comes`(path: String) async throws {
        let server = try await AppServer()

        for _ in 1...2 {
            let answer = try await send(server, path: path)
            #expect(answer.status == 200 && answer.text == #"{"id":"\#(Self.id)"}"#)
            #expect(answer.headers[.rateLimit] != nil)
        }

        let events = try await stored(server, of: server.acme)
        #expect(events.map(\.code) == ["keychain.locked"])
        #expect(events.first?.content.stage == .refresh && events.first?.content.outcome == .failed)
    }

    @Test(arguments: ["{}", "{}\n", "{\"event_id\":\"no\"}\n{\"type\":\"transaction\"}\n{}\n"])
    func `an envelope without events is answered without an id`(body: String) async throws {
        let answer = try await send(try await AppServer(), body)

        #expect(answer.status == 200 && answer.text == "{}")
    }

    @Test(arguments: ["/api/1/store/", "/api/1/store"])
    func `an event without an envelope is stored`(path: String) async throws {
        let server = try await AppServer()

        let answer = try await send(server, #"{"event_id":"\#(Self.id)","message":"m"}"#, path: path)

        #expect(answer.status == 200 && answer.text == #"{"id":"\#(Self.id)"}"#)
        #expect(try await stored(server, of: server.acme).count == 1)
    }

    // MARK: Authentication

    @Test func `the key is found in every place where SDKs put it`() async throws {
        let server = try await AppServer()
        let (key, ingest) = (try key(server.acme), server.acme.creation.ingestKey.text)
        let basic = Data("\(key):ignored".utf8).base64EncodedString()
        let dsn = "https://\(key)@localhost:8080/1"
        let requests: [(headers: HTTPFields, query: String, header: String)] = [
            ([.xSentryAuth: "Sentry sentry_key=\(key)"], "", "{}"),
            (
                [.xSentryAuth: "sentry sentry_version=7, sentry_client=x/1, sentry_secret=s, sentry_key=\(key)"], "",
                "{}"
            ),
            ([.xSentryAuth: "Sentry sentry_key=\(key.uppercased())"], "", "{}"),
            ([.authorization: "Sentry sentry_version=7,sentry_key=\(key)"], "", "{}"),
            ([.authorization: "Basic \(basic)"], "", "{}"),
            ([.authorization: "Bearer \(ingest)"], "", "{}"),
            (
                [.contentType: "text/plain;charset=UTF-8"], "?sentry_key=\(key)&sentry_version=7&sentry_client=js%2F9",
                "{}"
            ),
            ([:], "", #"{"dsn":"\#(dsn)"}"#),
            ([.xSentryAuth: "Sentry sentry_key=\(key)"], "?sentry_key=\(key)", #"{"dsn":"\#(dsn)"}"#),
            // A DSN of before there were such keys.
            ([.xSentryAuth: "Sentry sentry_key=\(ingest)"], "", #"{"dsn":"https://\#(ingest)@localhost/1"}"#),
            ([:], "", #"{"dsn":"https://\#(ingest)@localhost/1"}"#),
        ]

        for (headers, query, header) in requests {
            let answer = try await send(server, "\(header)\n", headers, path: "/api/1/envelope/\(query)")
            #expect(answer.status == 200, "\(headers) \(query) \(header): \(answer.text)")
        }
    }

    @Test func `without the key of the project nothing is taken`() async throws {
        let server = try await AppServer()
        let (acme, globex) = (try key(server.acme), try key(server.globex))
        let unknown = String(repeating: "0", count: 32)
        func field(_ key: String) -> HTTPFields { [.xSentryAuth: "Sentry sentry_key=\(key)"] }
        let requests: [(status: Int, path: String, headers: HTTPFields, body: String)] = [
            (401, "/api/1/envelope/", [:], Self.envelope), (401, "/api/1/store/", [:], "{}"),
            (401, "/api/1/envelope/", [.xSentryAuth: "sentry_key=\(acme)"], Self.envelope),
            (401, "/api/1/envelope/", [.authorization: "Basic !"], Self.envelope),
            (401, "/api/1/envelope/?sentry_key=\(globex)", field(acme), Self.envelope),
            (401, "/api/1/envelope/", field("\(acme),sentry_key=\(globex)"), Self.envelope),
            (401, "/api/1/envelope/", [:], #"{"dsn":"nonsense"}"#),
            (401, "/api/1/store/", [:], #"{"dsn":"https://\#(acme)@h/1"}"#),
            (403, "/api/1/envelope/", field(unknown), Self.envelope),
            (403, "/api/1/envelope/", field(globex), Self.envelope),
            (403, "/api/2/envelope/", field(acme), Self.envelope),
            (403, "/api/999/envelope/", field(acme), Self.envelope),
            (403, "/api/2/envelope/", field(server.acme.creation.ingestKey.text), Self.envelope),
            (403, "/api/1/envelope/", [:], #"{"dsn":"https://\#(globex)@h/1"}"#),
            (400, "/api/1/envelope/", [:], #"{"dsn":"https://\#(globex)@h/2"}"#),
            (400, "/api/1/envelope/", field(acme), #"{"dsn":"https://\#(globex)@h/1"}"#),
            (400, "/api/1/envelope/", field(acme), #"{"dsn":"https://\#(acme)@h/2"}"#),
            (400, "/api/acme/envelope/", field(acme), Self.envelope),
            (400, "/api/-1/envelope/", field(acme), Self.envelope),
            (400, "/api/99999999999999999999/envelope/", field(acme), Self.envelope),
            (400, "/api/1/envelope/", field("secret"), Self.envelope),
            (400, "/api/1/envelope/", field(server.acme.creation.secretKey.text), Self.envelope),
            (400, "/api/1/envelope/", field("\(acme),sentry_version=8"), Self.envelope),
        ]

        for (status, path, headers, body) in requests {
            let answer = try await send(server, body, headers, path: path)
            #expect(answer.status == status, "\(path) \(headers) \(body): \(answer.text)")
            let answerBody = try answer.json
            #expect(answerBody["detail"]?.stringValue != nil && answerBody["causes"]?.arrayValue?.count == 1)
            #expect(answer.headers[.xSentryError] != nil && answer.headers[.accessControlAllowOrigin] == "*")
        }
        #expect(try await stored(server, of: server.acme).isEmpty)
        #expect(try await stored(server, of: server.globex).isEmpty)
    }

    @Test func `a revoked key and a suspended tenant are refused`() async throws {
        let server = try await AppServer()
        let services = server.installation.services
        let (record, text) = try await services.keys.create(kind: .ingest, name: "x", grant: server.acme.system.grant())
        let headers: HTTPFields = [.xSentryAuth: "Sentry sentry_key=\(try #require(DSNKey(text)).text)"]
        #expect(try await send(server, "{}", headers).status == 200)

        _ = try await services.keys.revoke(record.id, grant: server.acme.system.grant())
        _ = try await services.tenants.suspend(server.globex.tenant.id, grant: server.installation.installationGrant)

        #expect(try await send(server, "{}", headers).status == 403)
        let suspended = try await send(server, "{}", try auth(server.globex), path: "/api/2/envelope/")
        #expect(suspended.status == 403 && suspended.headers[.xSentryError] == "tenant_suspended")
    }

    // MARK: Bodies

    @Test(arguments: [
        nil, "application/x-sentry-envelope", "text/plain", "application/json", "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x", "nonsense",
    ])
    func `the content type does not matter`(type: String?) async throws {
        let server = try await AppServer()
        var headers = try auth(server.acme)
        headers[.contentType] = type

        #expect(try await send(server, Self.envelope, headers).status == 200)
    }

    @Test(arguments: ["", "UTF-8", "compress"]) func `an unknown encoding is none`(encoding: String) async throws {
        let server = try await AppServer()
        let headers = try auth(server.acme).merging([.contentEncoding: encoding])

        #expect(try await send(server, Self.envelope, headers).status == 200)
    }

    @Test func `a compressed envelope is read, also one that alone has the DSN`() async throws {
        let server = try await AppServer()
        let gzip: HTTPFields = [.contentEncoding: "gzip"]
        let withDSN = "{\"dsn\":\"https://\(try key(server.acme))@h/1\"}\n{\"type\":\"event\"}\n\(Self.event)"

        for (headers, body) in [(try auth(server.acme).merging(gzip), Self.envelope), (gzip, withDSN)] {
            let answer = try await server.send(
                .post,
                "/api/1/envelope/",
                headers: headers,
                body: Packing.gzip.pack(Array(body.utf8))
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
        let cut = Array(Packing.gzip.pack(Array(withDSN.utf8)).dropLast(4))
        #expect(try await server.send(.post, "/api/1/envelope/", headers: gzip, body: cut).status == 400)
        #expect(try await stored(server, of: server.acme).count == 2)
        let decoding = server.installation.services.intake.decoding
        #expect(decoding.bytesInFlight == 0 && decoding.running == 0)
    }

    @Test func `a body without a key is unpacked no further than its header`() async throws {
        let server = try await AppServer()
        let decoding = server.installation.services.intake.decoding
        let bomb = Packing.gzip.pack([UInt8](repeating: 0x20, count: 6 << 20))
        _ = decoding.takePeak()

        let answer = try await server.send(
            .post,
            "/api/1/envelope/",
            headers: [.contentEncoding: "gzip"],
            body: bomb
        )

        #expect(answer.status == 401)
        #expect(decoding.takePeak() < 2 << 20)
    }

    @Test func `an envelope that cannot be read is 400, one with a bad payload is taken`() async throws {
        let server = try await AppServer()

        let malformed = try await send(server, "{}\n{\"type\":\"event\",\"length\":9}\n{}\n")
        let bad = try await send(
            server,
            "\(Self.header)\n{\"type\":\"event\"}\n{\n{\"type\":\"log\"}\n{\"items\":[{}]}\n"
        )

        #expect(malformed.status == 400 && malformed.headers[.xSentryError] == "malformed_envelope")
        #expect(bad.status == 200)
        #expect(try await stored(server, of: server.acme).count == 1)
    }

    // MARK: Limits

    @Test func `a limited delivery says for how long, and of which categories`() async throws {
        var limits = IngestLimits()
        limits.eventsPerKey = 1
        limits.period = .seconds(100)
        let server = try await AppServer(ingest: limits)
        let session = #"{"started":1795248000,"attrs":{"release":"1"}}"#
        #expect(try await send(server).status == 200)

        let event = try await send(server)
        let others = try await send(
            server,
            "{}\n{\"type\":\"log\"}\n{\"items\":[{},{}]}\n{\"type\":\"session\"}\n\(session)\n"
        )

        for (answer, categories) in [(event, "default;error"), (others, "log_item;session")] {
            let wait = try #require(answer.headers[.retryAfter].flatMap { Int($0) })
            // The bucket fills while the test runs.
            #expect(answer.status == 429 && (1...100).contains(wait), "\(answer.headers)")
            #expect(answer.headers[.xSentryRateLimits] == "\(wait):\(categories):key:rate")
            let exposed = answer.headers[.accessControlExposeHeaders] ?? ""
            #expect(exposed.contains("x-sentry-rate-limits") && exposed.contains("retry-after"))
        }
    }

    @Test func `a limit before the delivery is read is one of all categories, of an hour at most`() async throws {
        let server = try await AppServer(ingestBudget: IngestBudget.Limits(perKey: 100, perTenant: 1 << 20))
        #expect(try await send(server).status == 200)
        server.installation.clock.advance(by: .seconds(1))

        let answer = try await send(server)

        #expect(answer.status == 429)
        #expect(answer.headers[.xSentryRateLimits] == "3600::key:rate")
    }

    @Test func `a body without a key in its head is paid for by the address, then by the key`() async throws {
        var limits = IngestLimits()
        limits.bytesPerAddress = 120
        limits.period = .hours(1)
        let server = try await AppServer(ingest: limits)
        let padding = String(repeating: " ", count: 100)

        #expect(try await send(server, "{\(padding)}", [:]).status == 401)
        #expect(try await send(server, "{\(padding)}", [:]).status == 429)

        limits = IngestLimits()
        limits.bytesPerKey = 100
        limits.period = .hours(1)
        let other = try await AppServer(ingest: limits)
        let body = "{\"dsn\":\"https://\(try key(other.acme))@h/1\"\(padding)}"
        #expect(try await send(other, body, [:]).status == 200)
        #expect(try await send(other, body, [:]).status == 429)
        #expect(try await send(other, "{}").status == 429)
    }

    @Test(
        arguments: [
            (Duration.milliseconds(1), [], "1::key:rate"), (.milliseconds(1500), [.event], "2:default;error:key:rate"),
            (.zero, [.run], "1:session:key:rate"),
            (.days(1), [.log, .span], "3600:log_item;transaction;span:key:rate"),
        ] as [(Duration, [ItemCategory], String)]
    )
    func `a limit has whole seconds, of at least one`(wait: Duration, categories: [ItemCategory], field: String) {
        #expect(SentryRateLimits.field(wait, categories: categories) == field)
    }

    // MARK: Pages

    @Test func `pages of any site may post`() async throws {
        let preflight = try await AppServer().send(
            .options,
            "/api/1/envelope/",
            headers: [
                .origin: "https://app.example", .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "x-sentry-auth, content-encoding, sentry-trace, baggage",
            ]
        )

        #expect(preflight.status == 204 && preflight.headers[.accessControlAllowOrigin] == "*")
        let allowed = preflight.headers[.accessControlAllowHeaders]?.lowercased() ?? ""
        for name in [
            "x-sentry-auth", "x-requested-with", "x-forwarded-for", "origin", "referer", "accept", "content-type",
            "authentication", "authorization", "content-encoding", "transfer-encoding", "sentry-trace", "baggage",
        ] {
            #expect(allowed.contains(name), "\(name)")
        }
        #expect(preflight.headers[.accessControlMaxAge] == "3600")
    }
}
