import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import Stores
import StrictJSON
import Synchronization
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import UseCases
@testable import Web
@testable import WebCore

/// An installation with the tenants acme and globex, behind every route that programs call. Each answer to such a route
/// is held against its description.
struct Site: Sendable {
    static let origin = "https://gatehouse.example.com"

    let installation: Installation
    let acme: TestTenant
    let globex: TestTenant
    let list: RouteList
    let readiness = Readiness(checks: [])
    private let responder: RouterResponder<GatehouseContext>
    private let check: AnswerCheck
    /// Those behind the routes.
    let services: Services

    /// - Parameters:
    ///   - observer: sees the statements of the control database, and can make them fail.
    ///   - changing: replaces stores, to see what a failure of them does.
    init(
        ingest: IngestLimits = .init(),
        metricsToken: String? = nil,
        mail: (any MailTransport)? = nil,
        decoding: DecodingGate.Limits = .init(),
        observer: (any StatementObserver)? = nil,
        changing: (inout DatabaseStores) -> Void = { _ in }
    ) async throws {
        let address = PublicAddress(origin: Self.origin)
        installation = try await Installation(address: address, apple: .credulous)
        acme = try await TestTenant("acme", in: installation)
        globex = try await TestTenant("globex", in: installation)
        var stores = observer.map(installation.stores(observedBy:)) ?? installation.databaseStores
        changing(&stores)
        services = installation.services(
            over: stores,
            options: ServiceOptions(
                passwordCost: .init(logN: 4),
                decodingLimits: decoding,
                ingestLimits: ingest,
                secondFactor: .optional,
                mailTransport: mail
            )
        )
        let stack = HTTPStack(
            isSecure: true,
            renderers: ErrorRenderers(
                fallback: ProblemRenderer(),
                under: [
                    "/api/auth": BetterAuthRenderer(), "/auth/v1": GoTrueRenderer(), "/t/*/oauth": OAuthRenderer(),
                    "/t/*/.well-known": OAuthRenderer(), "/.well-known": OAuthRenderer(),
                    "/v1/logs": OTLPRenderer(), "/v1/traces": OTLPRenderer(), "/api/*/otlp": OTLPRenderer(),
                    "/api/*/envelope": SentryRenderer(), "/api/*/store": SentryRenderer(),
                ]
            )
        )
        list = stack.routes
        let router = stack.makeRouter()
        ManagementAPI(services: services, tasks: ConnectionTasks()).add(
            to: Routes(router, list: list, area: .management)
        )
        BetterAuthRoutes(services: services, proxies: .none).add(to: router, list: list)
        AccountRoutes(services: services, proxies: .none).add(to: Routes(router, list: list, area: .account))
        GoTrueRoutes(services: services, proxies: .none).add(to: router, list: list)
        TokenRoutes(services: services, proxies: .none).add(to: Routes(router, list: list, area: .tokens))
        AppleRoutes(services: services).add(to: Routes(router, list: list, area: .apple))
        IngestRoutes(intake: services.intake, tasks: ConnectionTasks()).add(to: router, list: list)
        let operations = Routes(router, list: list, area: .operations)
        OperationsRoutes(readiness: readiness, metrics: PrometheusMetrics(), metricsToken: metricsToken).add(
            to: operations
        )
        CodeEndpoints(texts: services.texts).add(to: operations)
        OpenAPIRoutes(list: list, description: .all(at: address)).add(to: operations)
        check = AnswerCheck(list)
        responder = router.buildResponder()
    }

    /// What a client gets.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: JSONValue { get throws { try JSONValue(parsing: bytes) } }
        /// The stable name of a refusal.
        var code: String? { (try? json)?["code"]?.stringValue }
        /// The fields that a refusal names.
        var fields: [String] {
            (try? json)?["errors"]?.arrayValue?.compactMap { $0["field"]?.stringValue } ?? []
        }

        /// The body, without what is new in every answer.
        var withoutRequestID: String {
            [headers[.xRequestID], headers[.xErrorReference]].compactMap(\.self)
                .reduce(text) { $0.replacing($1, with: "…") }
        }
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        body: [UInt8]? = nil,
        from address: String = "203.0.113.9"
    ) async throws -> Answer {
        var headers = headers
        if let body { headers[.contentLength] = String(body.count) }
        let request = Request(
            head: HTTPRequest(
                method: method,
                scheme: "https",
                authority: "gatehouse.example.com",
                path: path,
                headerFields: headers
            ),
            body: RequestBody(buffer: ByteBuffer(bytes: body ?? []))
        )
        var context = GatehouseContext.test()
        context.identity.peer = IPAddress(address)
        let response = try await responder.respond(to: request, context: context)
        let collector = CollectedBytes()
        try await response.body.write(collector)
        let answer = Answer(
            status: response.status.code,
            headers: response.headers,
            bytes: collector.bytes.withLock { $0 }
        )
        #expect(
            check.problems(with: answer.status, answer.headers, answer.bytes, to: method, path) == [],
            "\(method) \(path)"
        )
        return answer
    }

    /// With a JSON body, and with acme's secret key unless there is another credential.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        as credential: HTTPFields? = nil,
        json: JSONValue? = nil,
        adding more: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = credential ?? acmeKey
        for field in more { headers.append(field) }
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await send(method, path, headers, body: json?.serialized())
    }

    var acmeKey: HTTPFields { Self.bearer(acme.creation.secretKey) }

    static func bearer(_ credential: Credential) -> HTTPFields { [.authorization: "Bearer \(credential.text)"] }

    /// The console's cookie, from a page of ours.
    static func cookie(_ credential: Credential) -> HTTPFields {
        [.cookie: "__Host-gh=\(credential.text)", .secFetchSite: "same-origin"]
    }

    /// Opens a session for a user, as if they had signed in.
    func signIn(_ user: User, of testTenant: TestTenant, kind: Session.Kind = .console) async throws -> SignedIn {
        let role = try await services.users.user(user.id, grant: testTenant.system.grant()).role
        return try await services.sessionOpener.open(SessionOpening(user, role, kind: kind), in: testTenant.context())
    }

    /// The cookie of a new user with this role.
    func member(_ name: String, _ role: Role.Name, of testTenant: TestTenant? = nil) async throws -> HTTPFields {
        let testTenant = testTenant ?? acme
        return Self.cookie(try await signIn(testTenant.add(name, role: role), of: testTenant).token)
    }

    /// The cookie of an operator.
    func operatorCookie() async throws -> HTTPFields {
        _ = try await services.onboarding.createOperator(
            .init(email: "olga@gatehouse.example", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        let entry = try await services.console.signIn(
            email: "olga@gatehouse.example",
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(
                device: Device(),
                origin: .init(address: "203.0.113.7", requestID: "request-1", trace: nil)
            )
        )
        return Self.cookie(entry.token)
    }
}

private final class CollectedBytes: ResponseBodyWriter, Sendable {
    let bytes = Mutex<[UInt8]>([])

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Site {
    private func route(_ operation: String) throws -> RouteDescription {
        try #require(list.routes.first { $0.operation == operation }, "\(operation)")
    }

    static let appleSignIn: JSONValue = ["provider": "apple", "idToken": ["token": "a.b.c"]]

    func method(_ operation: String) throws -> HTTPRequest.Method { try route(operation).method }
    func path(_ operation: String) throws -> String { try route(operation).path }

    /// A form about a token, from acme's backend.
    func tokens(
        _ operation: String,
        _ form: String,
        as credential: HTTPFields? = nil,
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> Answer {
        let path = try path(operation).replacing("{tenant}", with: "acme")
        return try await send(
            .post,
            path,
            (credential ?? acmeKey).merging([.contentType: type]),
            body: Array(form.utf8)
        )
    }

    /// A request of acme's app.
    func app(_ operation: String, token: Credential? = nil, json: JSONValue? = nil) async throws -> Answer {
        var headers: HTTPFields = [.apiKey: acme.creation.publishableKey.text]
        if let token { headers[.authorization] = "Bearer \(token.text)" }
        return try await send(method(operation), path(operation), as: headers, json: json)
    }
}
