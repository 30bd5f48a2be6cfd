import Domain
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct OTLPRouteTests {
    private static let json: HTTPFields = [.contentType: "application/json"]
    private static let protobuf: HTTPFields = [.contentType: "application/x-protobuf"]
    private static let record = #"""
        {"timeUnixNano":"1795251599000000000","severityNumber":17,"traceId":"4BF92F3577B34DA6A3CE929D0E0E4736",
         "body":{"stringValue":"The item could not be read."},
         "attributes":[{"key":"auth.stage","value":{"stringValue":"session-store"}}]}
        """#
    /// A log record with a time of the same second.
    private static let encodedRecord: [UInt8] =
        [0x09] + withUnsafeBytes(of: UInt64(1_795_251_599_000_000_000).littleEndian) { Array($0) }

    private func post(
        _ server: AppServer,
        _ body: [UInt8],
        _ headers: HTTPFields = json,
        path: String = "/v1/logs"
    ) async throws -> AppServer.Answer {
        let key: HTTPFields = [.authorization: "Bearer \(server.acme.creation.ingestKey.text)"]
        return try await server.send(.post, path, headers: key.merging(headers), body: body)
    }

    private func logs(_ records: String...) -> [UInt8] {
        Array(#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[\#(records.joined(separator: ","))]}]}]}"#.utf8)
    }

    /// - Parameter records: of fewer than 100 bytes together.
    private func encoded(_ records: [UInt8]...) -> [UInt8] {
        func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(content.count)] + content
        }
        return field(1, field(2, records.flatMap { field(2, $0) }))
    }

    private func events(_ server: AppServer, of house: TestTenant) async throws -> [StoredEvent] {
        let now = server.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await server.installation.services.events.page(
            query,
            PageRequest(limit: 200),
            grant: house.system.grant()
        ).items
    }

    @Test(arguments: ["/v1/logs", "/v1/logs/", "/api/PROJECT/otlp/v1/logs", "/api/PROJECT/otlp/v1/logs/"])
    func `what is accepted is stored, once however often it comes, and answered in its encoding`(
        path: String
    ) async throws {
        let server = try await AppServer()
        let path = path.replacing("PROJECT", with: "\(server.acme.tenant.number)")

        for _ in 1...2 {
            let json = try await post(server, logs(Self.record, Self.record), path: path)
            let protobuf = try await post(server, encoded(Self.encodedRecord), Self.protobuf, path: path)

            #expect(json.status == 200 && json.text == "{}")
            #expect(json.headers[.contentType] == "application/json")
            #expect(protobuf.status == 200 && protobuf.bytes == [])
            #expect(protobuf.headers[.contentType] == "application/x-protobuf")
        }

        let stored = try await events(server, of: server.acme)
        #expect(stored.count == 3)
        let failed = stored.filter { $0.content.outcome == .failed }
        #expect(failed.count == 2 && failed.allSatisfy { $0.content.stage == .sessionStore })
        #expect(failed.allSatisfy { $0.content.attempt == TraceID("4bf92f3577b34da6a3ce929d0e0e4736") })
        #expect(try await events(server, of: server.globex) == [])
    }

    @Test func `an empty request is answered as a full one`() async throws {
        let server = try await AppServer()

        for path in ["/v1/logs", "/v1/traces"] {
            #expect(try await post(server, Array("{}".utf8), path: path).text == "{}")
            let protobuf = try await post(server, [], Self.protobuf, path: path)
            #expect(protobuf.status == 200 && protobuf.bytes == [])
        }
    }

    @Test func `the key may be in several fields`() async throws {
        let server = try await AppServer()
        let key = server.acme.creation.ingestKey.text
        let basic = Data("\(key):anything".utf8).base64EncodedString()
        let fields: [HTTPFields] = [
            [.authorization: "bearer \(key)"], [.xAPIKey: key], [.gatehouseKey: key],
            [.authorization: "Basic \(basic)"],
            [.authorization: "Sentry sentry_version=7, sentry_key=\(key),sentry_client=x"],
            [.authorization: "Bearer \(key)", .xAPIKey: key],
        ]

        for field in fields {
            let answer = try await server.send(.post, "/v1/logs", headers: field.merging(Self.json), body: logs())
            #expect(answer.status == 200, "\(field)")
        }

        let two: HTTPFields = [.authorization: "Basic \(basic)", .xAPIKey: server.globex.creation.ingestKey.text]
        #expect(try await server.send(.post, "/v1/logs", headers: two.merging(Self.json), body: logs()).status == 400)
        let none: [HTTPFields] = [
            [:], [.authorization: "Bearer gh_ik_unknown"], [.authorization: "Basic !"], [.authorization: "Sentry x"],
            [.xAPIKey: server.acme.creation.publishableKey.text],
        ]
        for field in none {
            let answer = try await server.send(.post, "/v1/logs", headers: field.merging(Self.json), body: logs())
            #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] != nil, "\(field)")
            #expect(try answer.json["code"] == 16)
        }
    }

    @Test func `a key is good for the project of its tenant only`() async throws {
        let server = try await AppServer()

        for project in ["\(server.globex.tenant.number)", "999", "acme", "%31\u{301}", "0\(server.acme.tenant.number)"]
        {
            let answer = try await post(server, logs(Self.record), path: "/api/\(project)/otlp/v1/logs")
            #expect(answer.status == 401, "\(project)")
        }
        #expect(try await events(server, of: server.globex) == [])
    }

    @Test func `the key of a DSN is good under its project`() async throws {
        let server = try await AppServer()
        let dsn = try #require(DSNKey(server.acme.creation.ingestKey)).text
        func status(_ path: String) async throws -> Int {
            let key: HTTPFields = [.authorization: "Sentry sentry_version=7,sentry_key=\(dsn)"]
            return try await server.send(.post, path, headers: key.merging(Self.json), body: logs(Self.record)).status
        }

        #expect(try await status("/api/\(server.acme.tenant.number)/otlp/v1/logs") == 200)
        #expect(try await status("/api/\(server.globex.tenant.number)/otlp/v1/logs") == 401)
        #expect(try await status("/v1/logs") == 401)
    }

    @Test func `one bad record of a hundred is a partial success`() async throws {
        let server = try await AppServer()
        let records = (0..<100).map { $0 == 17 ? #"{"severityNumber":"INFO"}"# : Self.record }

        let json = try await post(
            server,
            Array(#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[\#(records.joined(separator: ","))]}]}]}"#.utf8)
        )
        let protobuf = try await post(server, encoded([0x2A, 0x05], Self.encodedRecord), Self.protobuf)

        #expect(json.status == 200)
        #expect(try json.json["partialSuccess"]?["rejectedLogRecords"] == "1")
        let message = try json.json["partialSuccess"]?["errorMessage"]?.stringValue
        #expect(message?.contains("logRecords[17].severityNumber") == true)
        #expect(protobuf.status == 200)
        // partial_success { rejected_log_records: 1, error_message: "logRecords[0]…" }
        #expect(Array(protobuf.bytes.prefix(5)) == [0x0A, UInt8(protobuf.bytes.count - 2), 0x08, 1, 0x12])
        #expect(protobuf.text.contains("logRecords[0]"))
    }

    @Test(arguments: [
        ("{", HTTPFields([.init(name: .contentType, value: "application/json")]), 400),
        ("[]", HTTPFields([.init(name: .contentType, value: "application/json; charset=utf-8")]), 400),
        ("{}", HTTPFields([.init(name: .contentType, value: "text/plain")]), 415),
        ("{}", HTTPFields([.init(name: .contentType, value: "application/grpc")]), 415),
    ])
    func `what cannot be read is refused with a status of gRPC`(
        body: String,
        headers: HTTPFields,
        status: Int
    ) async throws {
        let answer = try await post(try await AppServer(), Array(body.utf8), headers)

        #expect(answer.status == status)
        #expect(try answer.json["code"] == 3)
        #expect(try answer.json["message"]?.stringValue?.isEmpty == false)
    }

    @Test func `a failure is in protobuf when the request is`() async throws {
        let answer = try await post(try await AppServer(), [0x0A, 0x05], Self.protobuf)

        #expect(answer.status == 400 && answer.headers[.contentType] == "application/x-protobuf")
        #expect(Array(answer.bytes.prefix(3)) == [0x08, 3, 0x12])
    }

    @Test func `a request that is too large is refused, whatever its encoding`() async throws {
        let server = try await AppServer()
        let large = [UInt8](repeating: 0x20, count: EventLimits.decompressedBytes + 1)

        let answer = try await post(server, large)

        #expect(answer.status == 413)
        #expect(try answer.json["code"] == 8)
    }

    @Test func `limits are told in the words of OTLP`() async throws {
        let server = try await AppServer(ingest: IngestLimits(eventsPerKey: 1))
        _ = try await post(server, logs(Self.record))

        let throttled = try await post(server, logs(Self.record))
        server.installation.services.intake.storage.set(.diskFull)
        let full = try await post(server, [], Self.protobuf)

        #expect(throttled.status == 429 && throttled.headers[.retryAfter] != nil)
        #expect(try throttled.json["code"] == 8)
        #expect(full.status == 503 && full.headers[.retryAfter] == "10" && full.bytes.starts(with: [0x08, 14]))
    }

    @Test func `spans of sign-in are stored, and others are not`() async throws {
        let server = try await AppServer()
        func span(_ number: Int, _ attribute: String) -> String {
            #"""
            {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b\#(number)","name":"POST /session",
             "startTimeUnixNano":"1795251599000000000","endTimeUnixNano":"1795251599040000000",
             "attributes":[{"key":"\#(attribute)","value":{"stringValue":"api-use"}}]}
            """#
        }
        let body =
            #"{"resourceSpans":[{"scopeSpans":[{"spans":[\#(span(1, "auth.stage")),\#(span(2, "http.route"))]}]}]}"#

        for path in ["/v1/traces", "/api/\(server.acme.tenant.number)/otlp/v1/traces"] {
            #expect(try await post(server, Array(body.utf8), path: path).text == "{}")
        }

        let stored = try await events(server, of: server.acme)
        #expect(stored.map(\.content.stage) == [.apiUse] && stored.map(\.content.outcome) == [.success])
        #expect(stored.first?.content.attributes.contains(.init("span_id", .text("00f067aa0ba902b1"))) == true)
    }

    @Test func `pages of other origins may call it`() async throws {
        let server = try await AppServer()

        let asked = try await server.send(.options, "/v1/logs")
        let answer = try await post(server, logs())
        let rejected = try await post(server, Array("{".utf8))

        #expect(asked.status == 204)
        #expect(asked.headers[.accessControlAllowHeaders]?.contains("x-api-key") == true)
        #expect(answer.headers[.accessControlAllowOrigin] == "*" && rejected.headers[.accessControlAllowOrigin] == "*")
    }
}
