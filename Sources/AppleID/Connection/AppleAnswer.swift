import AsyncHTTPClient
import NIOCore
import StrictJSON

/// A response of Apple's server.
struct AppleAnswer: Sendable {
    /// Bounds every `Retry-After`, whatever the server says.
    private static let waits: ClosedRange<Int64> = 1...3600
    private static let jsonLimits = JSONLimits(
        maximumDepth: 8,
        maximumMembers: 64,
        maximumElements: 2048,
        maximumStringBytes: 16 * 1024,
        maximumNumberBytes: 32
    )

    let status: Int
    /// The value of `Retry-After`, if it is a number of seconds.
    let retryAfter: Duration?
    let body: [UInt8]

    /// The body as a JSON object; nil when it is not one.
    var object: JSONObject? { (try? JSONValue(parsing: body, limits: Self.jsonLimits))?.objectValue }

    static func wait(_ field: String?) -> Duration? {
        guard let field, let seconds = Int64(field) else { return nil }
        return .seconds(min(max(seconds, waits.lowerBound), waits.upperBound))
    }
}
