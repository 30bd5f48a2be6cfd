import AsyncHTTPClient
import Domain
import NIOCore
import NIOHTTP1
import StrictJSON
import Synchronization

/// Connects to Apple's servers. Every request has a deadline, every response a size limit, and no redirect is followed.
public final class AppleConnection: Sendable {
    public struct Limits: Sendable {
        /// The time from the first byte of the request to the last byte of the response.
        public let keyDeadline: Duration
        public let tokenDeadline: Duration
        public let maximumAnswerBytes: Int

        public init(
            keyDeadline: Duration = .seconds(3),
            tokenDeadline: Duration = .seconds(5),
            maximumAnswerBytes: Int = 64 * 1024
        ) {
            self.keyDeadline = keyDeadline
            self.tokenDeadline = tokenDeadline
            self.maximumAnswerBytes = maximumAnswerBytes
        }
    }

    public static let standardBase = "https://appleid.apple.com"

    let limits: Limits
    /// Scheme and host, without a path.
    public let base: String
    private let client: HTTPClient
    private let isClosed = Mutex(false)

    /// - Parameter base: `https://appleid.apple.com`, or the address of a fake server. It does not affect which
    ///   issuers' tokens are accepted.
    public init(base: String = AppleConnection.standardBase, limits: Limits = Limits()) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.limits = limits
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = HTTPClient.Configuration.Timeout(
            connect: .milliseconds(limits.keyDeadline.wholeMilliseconds)
        )
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // A client that is never shut down would trap and end the process.
        guard !isClosed.withLock({ $0 }) else { return }
        client.shutdown { _ in }
    }

    /// Lets running requests finish and closes the connections. No request can be sent afterwards.
    public func close() async {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        // It fails only when the client was shut down before.
        if isFirst { try? await client.shutdown() }
    }

    func get(_ path: String, within limit: Duration) async throws(AppleConnectionError) -> AppleAnswer {
        try await send(request(.GET, path), within: limit)
    }

    /// Posts a form, the only content type that Apple accepts.
    func post(
        _ form: [(name: String, value: String)],
        to path: String,
        within limit: Duration
    ) async throws(AppleConnectionError) -> AppleAnswer {
        var request = request(.POST, path)
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        let text = form.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
        request.body = .bytes(ByteBuffer(string: text))
        return try await send(request, within: limit)
    }

    private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "gatehouse")
        return request
    }

    /// Covers head and body of the response with one deadline; the client's own deadline ends with the head.
    private func send(
        _ request: HTTPClientRequest,
        within limit: Duration
    ) async throws(AppleConnectionError) -> AppleAnswer {
        do {
            return try await withThrowingTaskGroup(of: AppleAnswer.self) { group in
                group.addTask { try await self.answer(to: request, within: limit) }
                group.addTask {
                    try await Task.sleep(for: limit)
                    throw AppleConnectionError.late
                }
                defer { group.cancelAll() }
                // The group has two tasks, so `next()` returns a result.
                guard let first = try await group.next() else { throw AppleConnectionError.broken }
                return first
            }
        } catch {
            throw AppleConnectionError(error)
        }
    }

    private func answer(to request: HTTPClientRequest, within limit: Duration) async throws -> AppleAnswer {
        let response = try await client.execute(request, timeout: .milliseconds(limit.wholeMilliseconds))
        let body = try await response.body.collect(upTo: limits.maximumAnswerBytes)
        try Task.checkCancellation()
        return AppleAnswer(
            status: Int(response.status.code),
            retryAfter: AppleAnswer.wait(response.headers.first(name: "retry-after")),
            body: Array(body.readableBytesView)
        )
    }
}

/// A reason why Apple did not answer.
enum AppleConnectionError: String, Error, Sendable {
    /// The deadline passed.
    case late
    case tooLarge = "too_large"
    /// There was no connection, or it ended too early.
    case broken
    case cancelled

    init(_ error: any Error) {
        switch error {
        case let silence as AppleConnectionError: self = silence
        case is NIOTooManyBytesError: self = .tooLarge
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError
        where error == .deadlineExceeded || error == .connectTimeout || error == .readTimeout:
            self = .late
        default: self = .broken
        }
    }
}

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
