import HTTPTypes
import Hummingbird
import HummingbirdTesting
import StrictJSON
import Synchronization
import Testing

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebCore
@testable import WebFixtures

@Suite struct OperationsRoutesTests {
    /// A clock that the test moves.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(by span: Duration) { time.withLock { $0 += span } }
    }

    private func router(_ readiness: Readiness, token: String? = nil) -> TestRouter {
        let router = TestRouter()
        OperationsRoutes(readiness: readiness, metrics: PrometheusMetrics(), metricsToken: token).add(
            to: router.routes(.operations)
        )
        return router
    }

    private func readiness(
        _ clock: Clock = Clock(),
        database: @escaping @Sendable () throws -> Bool = { true }
    ) -> Readiness {
        Readiness(
            checks: [Readiness.Check("database") { try database() }, Readiness.Check("disk") { true }],
            now: { clock.now }
        )
    }

    @Test func `alive is alive, ready or not`() async throws {
        #expect(try await router(readiness()).send(.get, "/healthz").status == .ok)
        #expect(try await router(readiness()).send(.get, "/api/health").json() == ["status": "ok"])
    }

    @Test func `nothing is ready before it was looked at`() async throws {
        let response = try await router(readiness()).send(.get, "/readyz")

        #expect(response.status == .serviceUnavailable)
        #expect(try response.json() == ["status": "not_ready", "failing": ["database", "disk"]])
    }

    @Test func `when all checks pass it is ready`() async throws {
        let readiness = readiness()

        await readiness.probe()

        #expect(try await router(readiness).send(.get, "/readyz").json() == ["status": "ready"])
    }

    @Test func `a degraded service is named and stays ready`() async throws {
        let clock = Clock()
        let checks = [Readiness.Check("control") { true }, Readiness.Check("events", isNeeded: false) { false }]
        let readiness = Readiness(checks: checks, now: { clock.now })

        await readiness.probe()
        let response = try await router(readiness).send(.get, "/readyz")

        #expect(response.status == .ok)
        #expect(try response.json() == ["status": "ready", "degraded": ["events"]])
    }

    @Test func `the check that fails is named, and its error is not`() async throws {
        struct Secret: Error {}
        let readiness = readiness { throw Secret() }

        await readiness.probe()
        let response = try await router(readiness).send(.get, "/readyz")

        #expect(response.status == .serviceUnavailable)
        #expect(try response.json()["failing"] == ["database"])
        #expect(!response.text.contains("Secret"))
    }

    @Test func `a result that is too old does not count`() async {
        let clock = Clock()
        let readiness = readiness(clock)
        await readiness.probe()

        clock.advance(by: .seconds(5))
        #expect(readiness.report.isReady)
        clock.advance(by: .milliseconds(1))

        #expect(!readiness.report.isReady)
    }

    @Test func `a server that drains is not ready, whatever the checks say`() async throws {
        let readiness = readiness()
        await readiness.probe()

        readiness.beginDraining()
        await readiness.probe()

        #expect(try await router(readiness).send(.get, "/readyz").json()["failing"] == ["draining"])
    }

    @Test func `disk space is looked at where the data is`() async throws {
        #expect(try await Readiness.Check.diskSpace(in: "/", minimumBytes: 0).passes())
        #expect(try await !Readiness.Check.diskSpace(in: "/", minimumBytes: .max).passes())
        #expect(try await !Readiness.Check.diskSpace(in: "/does/not/exist", minimumBytes: 0).passes())
    }

    @Test func `without a metrics token only local requests read the metrics`() async throws {
        // The router alone has no peer: that is not this machine.
        let response = try await router(readiness()).send(.get, "/metrics")

        #expect(response.status == .notFound)
        #expect(!response.text.contains("# TYPE"))
    }

    @Test(arguments: [
        (nil, 401), ("Bearer wrong-token-wrong", 401), ("Basic right-token-right", 401),
        ("bearer right-token-right", 200),
    ])
    func `with a token the metrics ask for it`(authorization: String?, status: Int) async throws {
        var headers = HTTPFields()
        headers[.authorization] = authorization

        let response = try await router(readiness(), token: "right-token-right").send(
            .get,
            "/metrics",
            headers: headers
        )

        #expect(response.status.code == status)
        #expect((response.headers[.wwwAuthenticate] == "Bearer") == (status == 401))
    }
}
