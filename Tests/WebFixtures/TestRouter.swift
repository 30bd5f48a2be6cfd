import Domain
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import StrictJSON
import Synchronization

@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

/// A router with the routes that a test adds.
struct TestRouter {
    let stack: HTTPStack
    let logs: LogRecorder
    private let router: Router<GatehouseContext>

    init(isSecure: Bool = true) {
        stack = HTTPStack(
            isSecure: isSecure,
            renderers: ErrorRenderers(fallback: PlainRenderer(), under: ["/api/v1": ProblemRenderer()])
        )
        router = stack.makeRouter()
        logs = LogRecorder()
    }

    func routes(_ area: RouteDescription.Area = .management) -> Routes<GatehouseContext> {
        Routes(router, list: stack.routes, area: area)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ uri: String,
        headers: HTTPFields = [:],
        body: String? = nil
    ) async throws -> TestResponse {
        let logs = logs
        let logger = Logger(label: "test") { _ in RecordingLogHandler(recorder: logs) }
        return try await Application(responder: router.buildResponder(), logger: logger).test(.router) { client in
            try await client.execute(
                uri: uri,
                method: method,
                headers: headers,
                body: body.map { ByteBuffer(string: $0) }
            )
        }
    }
}

/// A stub of a console that renders pages.
struct PlainRenderer: ErrorRenderer {
    func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        Response(
            status: failure.status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "<h1>\(failure.title)</h1>"))
        )
    }
}

final class LogRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}

struct RecordingLogHandler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(recorder: LogRecorder) {
        self.recorder = recorder
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        recorder.append(
            "\(event.level) \(event.message) " + fields.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        )
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func json() throws -> JSONValue { try JSONValue(parsing: Array(body.readableBytesView)) }
}
