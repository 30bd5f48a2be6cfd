import Database
import Domain
import Fixtures
import Foundation
import HTTPTypes
import Packing
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct IngestTests {
    private static let json: HTTPFields = [.contentType: "application/json"]
    private static let lines: HTTPFields = [.contentType: "application/x-ndjson"]
    private static let good = #"{"id":"a","time":"2026-11-21T08:59:00Z","stage":"refresh","outcome":"failed"}"#

    private func post(
        _ server: AppServer,
        _ body: [UInt8],
        _ headers: HTTPFields = json,
        key: String? = nil,
        path: String = "/ingest/v1/events"
    ) async throws -> AppServer.Answer {
        let key: HTTPFields = [.authorization: "Bearer \(key ?? server.acme.creation.ingestKey.text)"]
        return try await server.send(.post, path, headers: key.merging(headers), body: body)
    }

    private func delivery(_ events: String...) -> [UInt8] {
        Array(#"{"events":[\#(events.joined(separator: ","))]}"#.utf8)
    }

    private func events(_ server: AppServer, of house: TestTenant) async throws -> Int {
        let now = server.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await server.installation.services.events.page(
            query,
            PageRequest(limit: 200),
            grant: house.system.grant()
        ).items.count
    }

    @Test(arguments: ["/ingest/v1/events", "/v1/ingest/auth-events"])
    func `what is accepted is stored, and once however often it comes`(path: String) async throws {
        let server = try await AppServer()
        let body = delivery(Self.good, #"{"id":"b","stage":"refresh","outcome":"success"}"#)

        let first = try await post(server, body, path: path)
        let again = try await post(server, body, path: path)

        #expect(first.status == 200 && again.status == 200)
        #expect(first.text == #"{"accepted":2,"duplicates":0,"sampled":0,"limited":0,"rejected":[]}"#)
        #expect(again.text == #"{"accepted":2,"duplicates":2,"sampled":0,"limited":0,"rejected":[]}"#)
        #expect(try await events(server, of: server.acme) == 2)
    }

    @Test(arguments: [TelemetryStorage.State.diskFull, .unavailable])
    func `a delivery is refused before it is read while nothing can be stored`(
        state: TelemetryStorage.State
    ) async throws {
        let server = try await AppServer()
        let storage = server.installation.services.intake.storage
        storage.set(state)

        // Not even an unreadable body is reported.
        let answer = try await post(server, Array("{".utf8))

        #expect(answer.status == 503 && answer.code == "unavailable")
        #expect(answer.headers[.retryAfter] == "10")
        #expect(storage.rejected(in: state) == 1)
        #expect(try await post(server, delivery(Self.good), key: "gh_ik_unknown").status == 401)
        storage.set(.available)
        #expect(try await post(server, delivery(Self.good)).status == 200)
    }

    @Test func `a key that has stored its bytes of the day is refused until the next`() async throws {
        let server = try await AppServer(ingestBudget: IngestBudget.Limits(perKey: 100, perTenant: 1 << 20))
        #expect(try await post(server, delivery(Self.good)).status == 200)
        server.installation.clock.advance(by: .seconds(1))

        let answer = try await post(server, Array("{".utf8))

        #expect(answer.status == 429 && answer.code == "throttled")
        #expect(answer.headers[.retryAfter] == "53999")
        #expect(answer.headers[HTTPField.Name("RateLimit")!] == "\"daily\";r=0;t=53999")  // a name
        let other = try await post(server, delivery(Self.good), key: server.globex.creation.ingestKey.text)
        #expect(other.status == 200)
        server.installation.clock.advance(by: .hours(15))
        #expect(try await post(server, delivery(Self.good)).status == 200)
    }

    @Test func `a bad item never fails its delivery`() async throws {
        let server = try await AppServer()

        let answer = try await post(server, delivery(Self.good, #"{"id":"b","outcome":"odd"}"#, "7"))

        let rejected = try #require(try answer.json["rejected"]?.arrayValue)
        #expect(answer.status == 200)
        #expect(try answer.json["accepted"] == 1)
        #expect(rejected.map { $0["index"] } == [1, 2])
        #expect(rejected.map { $0["id"] } == ["b", .null])
        #expect(
            rejected.allSatisfy {
                $0["code"]?.stringValue != nil && $0["message"]?.stringValue?.contains("events[") == true
            }
        )
    }

    @Test func `the same record of several devices is stored for each, and once however often it comes`() async throws {
        let server = try await AppServer()

        for _ in 1...2 {
            for device in ["iPhone15,2", "iPhone16,1", "iPhone17,1", "iPhone17,3"] {
                let body = #"""
                    {"resource":{"device_model":"\#(device)"},
                     "events":[{"time":"2026-11-21T08:59:00Z","stage":"session-store","outcome":"failed"}]}
                    """#
                #expect(try await post(server, Array(body.utf8)).status == 200)
            }
        }

        #expect(try await events(server, of: server.acme) == 4)
    }

    @Test(.onlySQLite("its files")) func `no secret of a delivery reaches the disk`() async throws {
        let server = try await AppServer()
        let event = #"""
            {"id":"s","time":"2026-11-21T08:59:00Z","outcome":"failed","error":{"domain":"D","code":1,
              "message":"password 'Zq1leak' too short, user[password]=Zq2leak, session-zq3leak@example.org-42"},
             "ctx":{"zq4leak@example.org":{"x":1}},"sms_code":"Zq5leak","passwordHash":"Zq6leak","X-Session-Token":"Zq7leak",
             "print":"refreshToken: Optional(\"Zq8leak\")","headers":[{"name":"password","value":"Zq9leak"},["Authorization","Zq10leak"]],
             "xml":"<password>Zq11leak</password>","form":"name=\"password\"\r\n\r\nZq12leak","fr":"mot de passe: Zq13leak",
             "query":"user%5Bpassword%5D=Zq14leak","path":"/u/zq15leak@example.org2"}
            """#

        let answer = try await post(server, delivery(event))

        #expect(answer.text == #"{"accepted":1,"duplicates":0,"sampled":0,"limited":0,"rejected":[]}"#)
        let folder = try #require(server.installation.folder)
        for name in ["events.sqlite", "events.sqlite-wal"] {
            let bytes = try Data(contentsOf: folder.appending(path: name))
            #expect(bytes.count > 0)
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            #expect(text.ranges(of: /zq[0-9]+leak/).map { String(text[$0]) } == [])
        }
    }

    @Test func `lines are taken one by one`() async throws {
        let answer = try await post(try await AppServer(), Array("\(Self.good)\n{broken\n\n".utf8), Self.lines)

        #expect(try answer.json["accepted"] == 1)
        #expect(try answer.json["rejected"]?[0]?["code"] == "invalid_json")
    }

    @Test func `the keys of two tenants do not mix`() async throws {
        let server = try await AppServer()
        let globex = server.globex.creation.ingestKey.text

        _ = try await post(server, delivery(Self.good))
        let other = try await post(
            server,
            delivery(Self.good, #"{"id":"b","outcome":"failed","tenant_id":"acme"}"#),
            key: globex
        )

        #expect(other.text == #"{"accepted":2,"duplicates":0,"sampled":0,"limited":0,"rejected":[]}"#)
        #expect(try await events(server, of: server.acme) == 1)
        #expect(try await events(server, of: server.globex) == 2)
    }

    @Test func `only an ingest key that works posts events`() async throws {
        let server = try await AppServer()
        let creation = server.acme.creation
        let unknown = Credential(.ingestKey, tenant: creation.tenant.id, random: Array(repeating: 1, count: 32)).text

        for key in ["", "x", unknown, creation.publishableKey.text, creation.secretKey.text] {
            let answer = try await post(server, delivery(Self.good), key: key)
            #expect(answer.status == 401 && answer.code == "unauthenticated", "\(answer.text)")
        }
        let none = try await server.send(.post, "/ingest/v1/events", headers: Self.json, body: delivery(Self.good))
        #expect(none.status == 401 && none.headers[.wwwAuthenticate] == #"Bearer realm="gatehouse""#)
        #expect(
            try await post(server, [], key: "x").headers[.wwwAuthenticate]
                == #"Bearer realm="gatehouse", error="invalid_token""#
        )
        #expect(try await events(server, of: server.acme) == 0)
    }

    @Test func `a key in either header, but not two different ones`() async throws {
        let server = try await AppServer()
        let key = server.acme.creation.ingestKey.text

        let named = try await server.send(
            .post,
            "/ingest/v1/events",
            headers: Self.json.merging([.gatehouseKey: key]),
            body: delivery(Self.good)
        )
        let same = try await post(server, delivery(Self.good), Self.json.merging([.gatehouseKey: key]))
        let different = try await post(
            server,
            delivery(Self.good),
            Self.json.merging([.gatehouseKey: server.globex.creation.ingestKey.text])
        )

        let spaced = try await post(server, delivery(Self.good), key: " \(key)")

        #expect(named.status == 200 && same.status == 200 && different.status == 400 && spaced.status == 200)
    }

    @Test func `a revoked key and a suspended tenant are refused at once`() async throws {
        let server = try await AppServer()
        let installation = server.installation
        let record = try #require(
            try await installation.services.authenticator.key(server.acme.creation.ingestKey.text, .ingest)
        )
        _ = try await installation.services.keys.revoke(record.key.id, grant: server.acme.system.grant())
        _ = try await installation.services.tenants.suspend(
            server.globex.tenant.id,
            grant: installation.installationGrant
        )

        let revoked = try await post(server, delivery(Self.good))
        let suspended = try await post(server, delivery(Self.good), key: server.globex.creation.ingestKey.text)

        #expect(revoked.status == 401 && revoked.code == "unauthenticated", "\(revoked.text)")
        #expect(suspended.status == 403 && suspended.code == "tenant_suspended", "\(suspended.text)")
        #expect(try await events(server, of: server.acme) == 0)
        #expect(try await events(server, of: server.globex) == 0)
    }

    @Test(
        arguments: [
            (Array("{".utf8), "Line 1"), (Array("[]".utf8), "object"), (Array("{}".utf8), "events"), ([], "Line 1"),
            (Array(#"{"events":7}"#.utf8), "list"), (Array(#"{"events":[],"events":[]}"#.utf8), "events"),
            (Array(#"{"events":[],"n":1e400}"#.utf8), "number"),
            ([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], "UTF-8"),
            (Array(String(repeating: "[", count: 100_000).utf8), "levels"),
            (Array("\u{FEFF}{}".utf8), "Line 1"),
        ] as [([UInt8], String)]
    )
    func `a body that cannot be read says where`(body: [UInt8], words: String) async throws {
        let answer = try await post(try await AppServer(), body)

        #expect(answer.status == 400)
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"])
    func `another media type is 415`(type: String?) async throws {
        var headers: HTTPFields = [:]
        headers[.contentType] = type

        let server = try await AppServer()
        let answer = try await post(server, delivery(Self.good), headers)

        #expect(answer.status == 415 && answer.code == "unsupported_media_type", "\(answer.text)")
        #expect(try await events(server, of: server.acme) == 0)
    }

    @Test func `more than a thousand events, or eight megabytes, are too many`() async throws {
        let server = try await AppServer()
        let many = Array(repeating: #"{"outcome":"failed"}"#, count: 1001).joined(separator: ",")

        let tooMany = try await post(server, delivery(many))
        let tooLarge = try await post(server, [UInt8](repeating: 0x20, count: EventLimits.decompressedBytes + 1))

        #expect(tooMany.status == 413 && tooMany.code == "too_many")
        #expect(tooLarge.status == 413 && tooLarge.code == "too_large")
    }

    @Test func `a database that is away is 503`() async throws {
        let server = try await AppServer()
        try await server.installation.events.close()

        let answer = try await post(server, delivery(Self.good))

        #expect(answer.status == 503 && answer.code == "unavailable", "\(answer.text)")
        #expect(answer.headers[.retryAfter] == "1")
    }

    @Test func `a flood is slowed down`() async throws {
        var limits = IngestLimits()
        limits.eventsPerKey = 20
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)

        // The address has a tenth of what the key has.
        let taken = try await post(server, delivery(Self.good, #"{"id":"b","outcome":"failed"}"#))
        let answer = try await post(server, delivery(#"{"id":"c","outcome":"failed"}"#))

        let counts = #""key";q=20;w=1000, "key-address";q=2;w=1000, "address";q=400000;w=1000"#
        let bytes = [("key", 167_772_160), ("key-address", 16_777_216), ("address", 167_772_160)].map {
            #""\#($0)-bytes";q=\#($1);w=1000;qu="content-bytes""#
        }
        let policy = ([counts] + bytes).joined(separator: ", ")
        #expect(answer.status == 429 && answer.code == "throttled")
        #expect(answer.headers[.retryAfter].flatMap { Int($0) }.map { (1...500).contains($0) } == true)
        for headers in [taken.headers, answer.headers] {
            #expect(headers[Self.rateLimitPolicy] == policy)
            #expect(headers[Self.rateLimit]?.hasPrefix(#""key";r=18;t="#) == true, "\(headers)")
            #expect(headers[Self.rateLimit]?.contains(#""key-address";r=0;t="#) == true, "\(headers)")
        }
        #expect(try await events(server, of: server.acme) == 2)
    }

    @Test func `a delivery that finds no place to be decoded is sent again later`() async throws {
        let site = try await Site(decoding: .init(width: 1, queue: 0))
        let key = Site.bearer(site.acme.creation.ingestKey).merging(Self.json)
        let decoding = site.services.intake.decoding

        let rejected = try await decoding.withPlace(for: site.globex.tenant.id, bytes: 1, bodyBytes: 0) { _ in
            try await site.send(.post, "/ingest/v1/events", key, body: delivery(Self.good))
        }
        let taken = try await site.send(.post, "/ingest/v1/events", key, body: delivery(Self.good))

        #expect(rejected.status == 503 && rejected.headers[.retryAfter] == "5")
        #expect(taken.status == 200)
        #expect(decoding.bytesInFlight == 0 && decoding.running == 0)
    }

    @Test func `bytes are paid for as they come, before anything is read`() async throws {
        var limits = IngestLimits()
        limits.bytesPerKey = 50
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)

        let taken = try await post(server, delivery(Self.good))
        let answer = try await post(server, Array("{".utf8))

        #expect(taken.status == 200)
        #expect(answer.status == 429 && answer.code == "throttled" && answer.headers[.retryAfter] != nil)
        #expect(answer.headers[Self.rateLimit]?.hasPrefix(#""key-bytes";r="#) == true)
    }

    @Test func `what bytes unpack to is paid for too`() async throws {
        var limits = IngestLimits()
        limits.bytesPerKey = 200_000
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)
        let body = Array((Self.good + "\n" + String(repeating: " ", count: 15_000)).utf8)
        let headers = Self.lines.merging([.contentEncoding: "gzip"])

        let first = try await post(server, Packing.gzip.pack(body), headers)
        let second = try await post(server, Packing.gzip.pack(body), headers)

        #expect(first.status == 200)
        #expect(second.status == 429 && second.code == "throttled", "\(second.text)")
    }

    @Test func `a page of another site can read how long to wait`() async throws {
        var limits = IngestLimits()
        limits.eventsPerKey = 1
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)

        _ = try await post(server, delivery(Self.good))
        let answer = try await post(server, delivery(Self.good))

        let exposed = answer.headers[.accessControlExposeHeaders]?.split(separator: ", ").map(String.init) ?? []
        #expect(answer.status == 429 && answer.headers[.accessControlAllowOrigin] == "*")
        #expect(Set(["retry-after", "ratelimit", "ratelimit-policy"]).isSubset(of: exposed))
    }

    // Constants that are tokens, as every field name is.
    private static let rateLimit = HTTPField.Name("RateLimit")!
    private static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!

    @Test func `pages of any site may post, without credentials`() async throws {
        let server = try await AppServer()

        let preflight = try await server.send(
            .options,
            "/ingest/v1/events",
            headers: [.origin: "https://app.example", .accessControlRequestMethod: "POST"]
        )
        let answers = [
            try await post(server, delivery(Self.good)), try await post(server, Array("{".utf8)),
            try await post(server, [], key: "x"),
        ]

        #expect(preflight.status == 204)
        #expect(preflight.headers[.accessControlAllowHeaders]?.contains("x-gatehouse-key") == true)
        for answer in answers + [preflight] {
            #expect(
                answer.headers[.accessControlAllowOrigin] == "*"
                    && answer.headers[.accessControlAllowCredentials] == nil
            )
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .put, .delete])
    func `only posting is possible`(method: HTTPRequest.Method) async throws {
        let answer = try await AppServer().send(method, "/ingest/v1/events")

        #expect(answer.status == 405)
        #expect(answer.headers[.allow]?.contains("POST") == true, "\(answer.headers)")
    }
}
