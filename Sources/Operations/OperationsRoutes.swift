import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import WebCore

/// The routes for operators and monitoring: liveness, readiness, metrics, and the public health of apps.
package struct OperationsRoutes: Sendable {
    private let readiness: Readiness
    private let metrics: PrometheusMetrics
    private let metricsToken: SHA256.Digest?

    /// - Parameter metricsToken: the bearer token of `/metrics`. Without one only direct requests from this machine are
    ///   permitted; a request that a local proxy forwards counts as remote.
    package init(readiness: Readiness, metrics: PrometheusMetrics, metricsToken: String? = nil) {
        self.readiness = readiness
        self.metrics = metrics
        self.metricsToken = metricsToken.map { SHA256.hash(data: Data($0.utf8)) }
    }

    package func add(to routes: Routes<GatehouseContext>) {
        routes.get("healthz", operation: "getLiveness") { _ in Response.json(["status": "ok"]) }
        routes.get("api/health", operation: "getHealth") { _ in Response.json(["status": "ok"]) }
        routes.get("readyz", operation: "getReadiness", use: ready)
        routes.get("metrics", operation: "getMetrics", use: showMetrics)
    }

    private func ready(_ call: PlainCall<GatehouseContext>) -> Response {
        let report = readiness.report
        var body: JSONObject = report.isReady ? ["status": "ready"] : ["status": "not_ready"]
        body.append("failing", report.isReady ? nil : .array(report.failing.map(JSONValue.string)))
        body.append("degraded", report.degraded.isEmpty ? nil : .array(report.degraded.map(JSONValue.string)))
        guard !report.isReady else { return .json(.object(body)) }
        return .json(.object(body), status: .serviceUnavailable, headers: [.retryAfter: "1"])
    }

    private func showMetrics(_ call: PlainCall<GatehouseContext>) throws -> Response {
        try admitToMetrics(call)
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text()))
        )
    }

    private func admitToMetrics(_ call: PlainCall<GatehouseContext>) throws(WebFailure) {
        guard let metricsToken else {
            let isDirect = call.context.identity.client?.isLoopback == true && !call.request.headers.isPassedOn
            guard isDirect else { throw .unknownPath }
            return
        }
        // Comparing digests takes constant time.
        guard let token = call.request.headers.bearerToken, SHA256.hash(data: Data(token.utf8)) == metricsToken else {
            var failure = WebFailure.unauthenticated("Send the token for metrics as a bearer token.")
            failure.headers[.wwwAuthenticate] = "Bearer"
            throw failure
        }
    }
}

extension HTTPFields {
    /// The token of `Authorization: Bearer …` (RFC 6750 §2.1); the scheme is case-insensitive.
    package var bearerToken: String? {
        guard let token = self[.authorization].flatMap(BearerToken.init)?.text else { return nil }
        return token.isEmpty ? nil : token
    }

    /// Whether a proxy forwarded the request.
    var isPassedOn: Bool { contains(.xForwardedFor) || contains(.forwarded) || contains(.via) }
}
