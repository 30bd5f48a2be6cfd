import HTTPTypes
import Hummingbird

/// Answers CORS preflights for pages of any site, with Hummingbird's `CORSMiddleware`.
///
/// Other responses get their CORS fields from `AnyOrigin` and from the renderers. Hummingbird's middleware lacks for
/// them: it adds nothing to a request without `Origin`, so that a shared cache could return to a page a response
/// without the fields; it exposes response fields in preflights only; it wraps an error in a type of its own, which
/// hides the code of the error; and it does not know `Cross-Origin-Resource-Policy`.
package struct Preflight: Sendable {
    /// What libraries for tracing add to each request of a page: those of OpenTelemetry (W3C Trace Context, W3C
    /// Baggage) and of Sentry. Without them the browser sends no request at all.
    static let tracing: [HTTPField.Name] = [.traceparent, .tracestate, .baggage, .sentryTrace]

    private let middleware: CORSMiddleware<GatehouseContext>

    /// - Parameter headers: what a page may send, beside the fields of tracing.
    package init(methods: [HTTPRequest.Method], headers: [HTTPField.Name]) {
        middleware = CORSMiddleware(
            allowOrigin: .all,
            allowHeaders: headers + Self.tracing,
            allowMethods: methods,
            maxAge: .hours(1)
        )
    }

    /// The handler of an `OPTIONS` route.
    package func answer(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        var head = call.request.head
        // The answer is the same for every origin, also for a request that names none.
        if head.headerFields[.origin] == nil { head.headerFields[.origin] = "null" }
        let asked = Request(head: head, body: call.request.body)
        return try await middleware.handle(asked, context: call.context) { _, _ in Response(status: .noContent) }
    }
}
