import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// Renders errors as Sentry's server does: `{"detail": "…", "causes": ["…"]}`, and the code in `X-Sentry-Error`.
package struct SentryRenderer: ErrorRenderer {
    package init() {}

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        var headers: HTTPFields = [.xSentryError: failure.code]
        if failure.status == .tooManyRequests, let wait = failure.retryAfter {
            headers[.xSentryRateLimits] = failure.headers[.xSentryRateLimits] ?? SentryRateLimits.field(wait)
        }
        return .json(
            ["detail": .string(failure.title), "causes": [.string(failure.detail)]],
            status: failure.status,
            headers: headers
        )
    }
}
