import Domain
import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import Measuring
import NIOCore
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// A whole request takes time by its bytes, in every dialect, for text at any place.
@Suite(.serialized) struct RouteCostTests {
    /// A request that carries a text.
    struct Route: Sendable, CustomTestStringConvertible {
        let name: String
        let method: HTTPRequest.Method
        let path: @Sendable (String) -> String
        let headers: @Sendable (String) -> HTTPFields
        let body: @Sendable (String) -> String?
        let bytes: Int

        var testDescription: String { name }

        static func json(
            _ path: String,
            _ name: String,
            bytes: Int = 60 * 1024,
            _ body: @escaping @Sendable (String) -> String
        ) -> Route {
            Route(
                name: "\(path), \(name)",
                method: .post,
                path: { _ in path },
                headers: { _ in [.contentType: "application/json"] },
                body: body,
                bytes: bytes
            )
        }

        static func header(
            _ path: String,
            _ name: HTTPField.Name,
            _ value: @escaping @Sendable (String) -> String = { $0 }
        ) -> Route {
            Route(
                name: "\(path), \(name)",
                method: .get,
                path: { _ in path },
                headers: { HTTPFields([HTTPField(name: name, value: value($0))]) },
                body: { _ in nil },
                bytes: 14 * 1024
            )
        }

        static func path(_ name: String, _ path: @escaping @Sendable (String) -> String) -> Route {
            Route(name: name, method: .get, path: path, headers: { _ in [:] }, body: { _ in nil }, bytes: 2400)
        }
    }

    private static let forms: [String] = [
        "/auth/v1/token?grant_type=password", "/auth/v1/signup", "/auth/v1/recover", "/auth/v1/otp",
    ]
    private static let betterAuth = ["/api/auth/sign-in/email", "/api/auth/sign-up/email"]

    static let routes: [Route] = (forms + betterAuth).flatMap(signIns) + events + headers + paths

    private static func signIns(_ path: String) -> [Route] {
        [
            .json(path, "name of a member") { "{\"email\":\"vic@acme.example\",\"password\":\"p\",\"\($0)\":1}" },
            .json(path, "address") { "{\"email\":\"\($0)\",\"password\":\"p\"}" },
            .json(path, "password") { "{\"email\":\"vic@acme.example\",\"password\":\"\($0)\",\"name\":\"\($0)\"}" },
            .json(path, "metadata", bytes: 14 * 1024) {
                "{\"email\":\"vic@acme.example\",\"password\":\"p\",\"data\":{\"a\":\"\($0)\"},\"other\":{\"\($0)\":1}}"
            },
        ]
    }

    private static let events: [Route] = [
        .json("/ingest/v1/events", "name of a member") {
            "{\"events\":[{\"stage\":\"refresh\",\"outcome\":\"failed\",\"\($0)\":1}]}"
        },
        .json("/ingest/v1/events", "message") {
            "{\"events\":[{\"stage\":\"refresh\",\"outcome\":\"failed\",\"error\":{\"message\":\"\($0)\",\"\($0)\":1}}]}"
        },
    ]

    private static let headers: [Route] = [
        .header("/nowhere", .cookie),
        .header("/api/auth/get-session", .cookie) { "better-auth.session_token=\($0)" },
        .header("/nowhere", .userAgent),
        .header("/nowhere", HTTPField.Name("X-Forwarded-For")!),
        .header("/nowhere", .contentType),
        .header("/auth/v1/user", HTTPField.Name("apikey")!),
        .header("/auth/v1/user", .authorization) { "Bearer \($0)" },
        .header("/auth/v1/settings", .origin),
        .header("/api/auth/get-session", .authorization) { "Bearer \($0)" },
        .header("/nowhere", .acceptLanguage),
        .header("/nowhere", HTTPField.Name("traceparent")!),
        .header("/nowhere", HTTPField.Name("X-Request-Id")!),
    ]

    private static let paths: [Route] = [
        .path("path of nothing") { "/nowhere/\(encoded($0))/\(encoded($0))" },
        .path("path parameter") { "/t/\(encoded($0))/apple/start" },
        .path("query") { "/auth/v1/authorize?provider=\(encoded($0))" },
        .path("name in a query") { "/auth/v1/authorize?\(encoded($0))=apple" },
    ]

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: text.utf8.flatMap { [UInt8(ascii: "%"), digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    /// Texts that are made before anything is measured.
    private struct Prepared: Sendable {
        let path: String
        let headers: HTTPFields
        let body: [UInt8]?

        init(_ route: Route, _ text: String, key: HTTPFields) {
            path = route.path(text)
            let own = route.headers(text)
            headers = key.filter { !own.contains($0.name) }.reduce(into: own) { $0.append($1) }
            body = route.body(text).map { Array($0.utf8) }
        }
    }

    @Test(arguments: routes) func `a request with hostile text costs what its bytes cost`(route: Route) async throws {
        let server = try await AppServer(proxies: TrustedProxies("203.0.113.0/24"))
        let creation = server.acme.creation
        let isIngest = route.name.hasPrefix("/ingest")
        let key: HTTPFields =
            isIngest
            ? [.authorization: "Bearer \(creation.ingestKey.text)"]
            : HTTPFields([HTTPField(name: HTTPField.Name("apikey")!, value: creation.publishableKey.text)])
        func cost(_ text: String) async throws -> Duration {
            let prepared = Prepared(route, text, key: key)
            return try await ProcessorTime.least { [prepared] in
                _ = try await server.send(route.method, prepared.path, headers: prepared.headers, body: prepared.body)
            }
        }
        for kind in [HostileText.marks, .brokenMarks, .flags, .conjuncts] {
            var problems: [String] = []
            while problems.count < 3 {
                let judged = CostOfText(
                    stack: .milliseconds(8),
                    plain: try await cost(HostileText.plain(bytes: route.bytes)),
                    half: try await cost(kind.text(bytes: route.bytes / 2)),
                    whole: try await cost(kind.text(bytes: route.bytes))
                )
                guard let problem = judged.problem else {
                    problems = []
                    break
                }
                problems.append(problem)
            }
            #expect(problems == [], "\(kind)")
        }
    }

    /// What a form of the console can hold, as the browser encodes it.
    private static let consoleForms: [@Sendable (String) -> String] = [
        { "\(encoded($0))=1&email=a&password=b" },
        { "email=\(encoded($0))&password=\(encoded($0))" },
        { text in (0..<100).map { "\(encoded("\($0)" + text.beginning(ofBytes: 150)))=1" }.joined(separator: "&") },
    ]

    @Test(arguments: consoleForms.indices) func `a form of the console with hostile text costs what its bytes cost`(
        form: Int
    ) async throws {
        let responder = try await ConsoleSite().application.responder
        func cost(_ text: String) async throws -> Duration {
            let body = Array(Self.consoleForms[form](text).utf8)
            let head = HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "gatehouse.example",
                path: "/sign-in",
                headerFields: [.contentType: "application/x-www-form-urlencoded", .origin: "http://gatehouse.example"]
            )
            return try await ProcessorTime.least {
                let context = GatehouseContext.test()
                _ = try await responder.respond(
                    to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
                    context: context
                )
            }
        }
        let bytes = 20 * 1024
        for kind in [HostileText.marks, .brokenMarks, .flags, .conjuncts] {
            var problems: [String] = []
            while problems.count < 3 {
                let judged = CostOfText(
                    stack: .milliseconds(8),
                    plain: try await cost(HostileText.plain(bytes: bytes)),
                    half: try await cost(kind.text(bytes: bytes / 2)),
                    whole: try await cost(kind.text(bytes: bytes))
                )
                guard let problem = judged.problem else {
                    problems = []
                    break
                }
                problems.append(problem)
            }
            #expect(problems == [], "\(kind)")
        }
    }
}
