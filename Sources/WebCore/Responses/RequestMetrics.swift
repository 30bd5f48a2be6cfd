import CoreMetrics
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts and times requests by method, route and status. The route is the template, so the number of series is
/// bounded.
struct RequestMetrics: RouterMiddleware {
    typealias Context = GatehouseContext

    private let meters: RequestMeters

    init(factory: any MetricsFactory) { meters = RequestMeters(factory: factory) }

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        meters.active.increment()
        defer { meters.active.decrement() }
        let response = try await next(request, context)
        let series = meters.series(
            route: context.route,
            method: MethodName(request.method),
            status: response.status.code
        )
        series.count.increment()
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        series.duration.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        return response
    }
}

/// The meters, cached so that a request costs one look-up.
private final class RequestMeters: Sendable {
    let active: Meter
    private let factory: any MetricsFactory
    private let known = Mutex<[Key: Series]>([:])

    struct Key: Hashable {
        let route: String
        let method: MethodName
        let status: Int
    }

    struct Series: Sendable {
        let count: Counter
        let duration: Timer
    }

    init(factory: any MetricsFactory) {
        self.factory = factory
        active = Meter(label: "gatehouse_http_requests_active", factory: factory)
    }

    func series(route: String, method: MethodName, status: Int) -> Series {
        let key = Key(route: route, method: method, status: status)
        return known.withLock { known in
            if let series = known[key] { return series }
            let place = [("method", method.rawValue), ("route", route)]
            let series = Series(
                count: Counter(
                    label: "gatehouse_http_requests_total",
                    dimensions: place + [("status", String(status))],
                    factory: factory
                ),
                duration: Timer(label: "gatehouse_http_request_duration_seconds", dimensions: place, factory: factory)
            )
            known[key] = series
            return series
        }
    }
}

/// The methods in logs and metrics. A client can invent any other, so all others share one label.
enum MethodName: String, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case other = "other"

    init(_ method: HTTPRequest.Method) { self = MethodName(rawValue: method.rawValue) ?? .other }
}
