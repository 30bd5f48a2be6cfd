import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import Web
@testable import WebCore
@testable import WebFixtures

/// The site, as the server mounts it, over one state of the world.
struct AccessSite: Sendable {
    static let host = "gatehouse.example.com"
    static let origin = "https://\(host)"

    let start: InstallationSnapshot
    let route: RouteDescription?
    let console: Console
    let list: RouteList
    let check: AnswerCheck
    private let responder: RouterResponder<GatehouseContext>
    private let installation: Installation

    /// - Parameter route: the only one that is mounted; nil for all of them, which takes longer than anything that is
    ///   asked of them.
    init(_ world: AccessWorld, from snapshot: InstallationSnapshot, only route: RouteDescription? = nil) async throws {
        start = snapshot
        self.route = route
        installation = try await snapshot.open()
        list = RouteList { route == nil || $0 == route }
        console = Console(
            services: installation.services,
            templates: world.templates,
            assets: world.assets,
            features: ConsoleFeature.all,
            routes: list
        )
        let readiness = Readiness(checks: [])
        await readiness.probe()
        let routes = AllRoutes(
            services: installation.services,
            console: console,
            proxies: .none,
            readiness: readiness,
            metrics: PrometheusMetrics(),
            metricsToken: nil,
            tasks: ConnectionTasks()
        )
        let router = HTTPStack(routes: list, isSecure: true, renderers: routes.renderers).makeRouter()
        routes.add(to: router)
        check = AnswerCheck(list)
        responder = router.buildResponder()
    }

    /// - Parameter address: where the connection comes from.
    func send(_ request: AccessRequest, from address: IPAddress) async throws -> Site.Answer {
        var headers = request.headers
        headers[.contentLength] = String(request.body.utf8.count)
        let sent = Request(
            head: HTTPRequest(
                method: request.method,
                scheme: "https",
                authority: Self.host,
                path: request.path,
                headerFields: headers
            ),
            body: RequestBody(buffer: ByteBuffer(string: request.body))
        )
        var context = GatehouseContext.test()
        context.identity.peer = address
        let response = try await responder.respond(to: sent, context: context)
        let collector = AnswerBytes()
        try await response.body.write(collector)
        return Site.Answer(
            status: response.status.code,
            headers: response.headers,
            bytes: collector.bytes.withLock { $0 }
        )
    }
}

private final class AnswerBytes: ResponseBodyWriter, Sendable {
    let bytes = Mutex<[UInt8]>([])

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
