import Domain
import HTTPTypes
import StrictJSON

extension TraceID {
    /// Reads the trace id from `traceparent` (W3C Trace Context §3.2), else from `sentry-trace`.
    /// - Returns: nil when it is absent or invalid; tracing never rejects a request.
    package init?(headers: HTTPFields) {
        if let parent = headers[.traceparent], let id = Self(traceparent: parent) {
            self = id
        } else if let sentry = headers[.sentryTrace], let id = Self(sentryTrace: sentry) {
            self = id
        } else {
            return nil
        }
    }

    /// `00-<32 digits>-<16 digits>-<2 digits>`; a later version may add parts.
    private init?(traceparent text: String) {
        let parts = text.splitBytes(at: "-", maximumSplits: 4)
        guard parts.count >= 4, parts[0].utf8.count == 2, !parts[0].hasSameBytes(as: "ff"), parts[1].utf8.count == 32,
            parts[2].utf8.count == 16
        else { return nil }
        self.init(String(parts[1]))
    }

    /// `<32 digits>-<16 digits>[-<0 or 1>]`
    private init?(sentryTrace text: String) {
        let parts = text.splitBytes(at: "-", maximumSplits: 4)
        guard (2...3).contains(parts.count), parts[0].utf8.count == 32 else { return nil }
        self.init(String(parts[0]))
    }
}
