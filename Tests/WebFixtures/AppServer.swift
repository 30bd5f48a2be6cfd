import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import StrictJSON
import Synchronization
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import Web
@testable import WebCore

/// An installation with the tenants acme and globex, behind the routes that apps call. Each answer is held against its
/// description.
struct AppServer: Sendable {
    let installation: Installation
    let acme: TestTenant
    let globex: TestTenant
    private let responder: RouterResponder<GatehouseContext>
    private let check: AnswerCheck

    init(
        isSecure: Bool = false,
        proxies: TrustedProxies = .none,
        passwordLimits: PasswordGate.Limits = .patient,
        passwordCost: PasswordHash.Cost = .init(logN: 4),
        ingest: IngestLimits = .init(),
        clock: TestClock = TestClock(),
        apple: AppleServers = .unreachable,
        secondFactor: SecondFactorPolicy = .optional,
        mail: (any MailTransport)? = nil,
        ingestBudget: IngestBudget.Limits = .init()
    ) async throws {
        installation = try await Installation(
            passwordLimits: passwordLimits,
            passwordCost: passwordCost,
            clock: clock,
            address: PublicAddress(origin: isSecure ? "https://localhost:8080" : "http://localhost:8080"),
            apple: apple,
            secondFactor: secondFactor,
            mail: mail,
            ingestBudget: ingestBudget,
            ingestLimits: ingest
        )
        acme = try await TestTenant("acme", in: installation)
        globex = try await TestTenant("globex", in: installation)
        let stack = HTTPStack(
            proxies: proxies,
            isSecure: isSecure,
            renderers: ErrorRenderers(
                fallback: PlainRenderer(),
                under: [
                    "/api/v1": ProblemRenderer(), "/api/auth": BetterAuthRenderer(), "/auth/v1": GoTrueRenderer(),
                    "/ingest": ProblemRenderer(), "/v1": ProblemRenderer(),
                    "/v1/logs": OTLPRenderer(), "/v1/traces": OTLPRenderer(), "/api/*/otlp": OTLPRenderer(),
                    "/api/*/envelope": SentryRenderer(), "/api/*/store": SentryRenderer(),
                    "/t/*/apple": ProblemRenderer(),
                ]
            )
        )
        let router = stack.makeRouter()
        let services = installation.services
        BetterAuthRoutes(services: services, proxies: proxies).add(to: router, list: stack.routes)
        AccountRoutes(services: services, proxies: proxies).add(
            to: Routes(router, list: stack.routes, area: .account)
        )
        GoTrueRoutes(services: services, proxies: proxies).add(to: router, list: stack.routes)
        AppleRoutes(services: services).add(to: Routes(router, list: stack.routes, area: .apple))
        IngestRoutes(intake: services.intake, tasks: ConnectionTasks())
            .add(to: router, list: stack.routes)
        responder = router.buildResponder()
        check = AnswerCheck(stack.routes)
    }

    /// What a client gets.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: JSONValue { get throws { try JSONValue(parsing: bytes) } }
        var code: String? { (try? json)?["code"]?.stringValue }
    }

    /// - Parameters:
    ///   - body: sent in one piece with its length.
    ///   - host: what the client takes the server for.
    ///   - address: where the connection comes from.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        headers: HTTPFields = [:],
        body: [UInt8]? = nil,
        host: String = "localhost:8080",
        from address: String = "203.0.113.9"
    ) async throws -> Answer {
        var headers = headers
        if let body { headers[.contentLength] = String(body.count) }
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer(bytes: body ?? []))
        )
        return try await send(request, from: address)
    }

    /// - Parameter channel: the connection; an embedded one belongs to the thread that made it.
    func send(
        _ request: Request,
        over channel: any Channel = EmbeddedChannel(),
        from address: String = "203.0.113.9"
    ) async throws -> Answer {
        var context = GatehouseContext.test(over: channel)
        context.identity.peer = IPAddress(address)
        let response = try await responder.respond(to: request, context: context)
        let collector = BodyBytes()
        try await response.body.write(collector)
        let answer = Answer(
            status: response.status.code,
            headers: response.headers,
            bytes: collector.bytes.withLock { $0 }
        )
        #expect(
            check.problems(
                with: answer.status,
                answer.headers,
                answer.bytes,
                to: request.method,
                request.head.path ?? ""
            ) == [],
            "\(request.method) \(request.head.path ?? "")"
        )
        return answer
    }
}

private final class BodyBytes: ResponseBodyWriter, Sendable {
    let bytes = Mutex<[UInt8]>([])

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
