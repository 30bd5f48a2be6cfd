import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import NIOEmbedded
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// A format that is as unlike the native one as a format may be: outcomes as words, the key in the path, no body in answers.
private struct WordFormat: IngestFormat {
    static let endpoints = [IngestEndpoint(path: "words/:key", operation: "ingestEvents")]
    // A valid token, as every field name is.
    static let allowedHeaders = [HTTPField.Name("X-Word")!]
    static let unknownEncodingIsIdentity = true

    let credential: IngestCredential?

    init(_ request: Request, _ context: GatehouseContext) {
        credential = .key(context.parameters.get("key") ?? "")
    }

    func encoding(of request: Request) throws -> String { request.headers[.contentType] ?? "text/plain" }

    func decode(
        _ body: [UInt8],
        as encoding: String,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        guard !body.isEmpty else { throw DeliveryError(code: "too_many", sentence: "No words.") }
        let words = String(decoding: body, as: UTF8.self).split(separator: " ")
        let items = words.enumerated().map { index, word -> EventDelivery.Item in
            guard let outcome = Outcome(rawValue: String(word)) else {
                return .rejected(RejectedItem(index: index, id: nil, code: "bad_value", message: "No outcome."))
            }
            let id = Event.ID(.version7(at: receivedAt, random: (0, UInt64(index))))
            return .event(
                DecodedEvent(EventContent(id: id, occurredAt: receivedAt, stage: .ui, outcome: outcome))
            )
        }
        return EventDelivery(sentAt: nil, items: items, examined: items.count)
    }

    static func answer(_ receipt: EventIntake.Receipt, to request: Request) -> Response {
        var headers = receipt.limits.headers
        headers[.contentType] = request.headers[.contentType]
        headers[.eTag] = "\(receipt.accepted) \(receipt.rejected.count)"
        return Response(status: .ok, headers: headers)
    }
}

@Suite struct IngestRouteTests {
    private let acme: TestTenant
    private let tasks = ConnectionTasks()
    private let responder: RouterResponder<GatehouseContext>

    init() async throws {
        var limits = IngestLimits(eventsPerKey: 3)
        limits.period = .hours(1)
        let acme = try await TestTenant("acme", in: Installation(ingestLimits: limits))
        let stack = HTTPStack(
            proxies: .none,
            isSecure: false,
            renderers: ErrorRenderers(fallback: PlainRenderer(), under: [:])
        )
        let router = stack.makeRouter()
        IngestRoute<WordFormat>(intake: acme.services.intake, tasks: tasks)
            .add(to: Routes(router, list: stack.routes, area: .ingest))
        responder = router.buildResponder()
        self.acme = acme
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ text: String,
        key: String? = nil,
        encoding: String? = nil,
        over channel: any Channel = EmbeddedChannel()
    ) async throws -> Response {
        let path = "/words/\(key ?? acme.creation.ingestKey.text)"
        var headers: HTTPFields = [.contentType: "text/words", .contentLength: "\(text.utf8.count)"]
        headers[.contentEncoding] = encoding
        let request = Request(
            head: HTTPRequest(
                method: method,
                scheme: "http",
                authority: "localhost",
                path: path,
                headerFields: headers
            ),
            body: RequestBody(buffer: ByteBuffer(string: text))
        )
        var context = GatehouseContext.test(over: channel)
        context.identity.peer = IPAddress("203.0.113.9")
        return try await responder.respond(to: request, context: context)
    }

    @Test func `another format is served by the same route, with its own answers`() async throws {
        let answer = try await send(.post, "failed success nothing")

        #expect(answer.status == .ok && answer.headers[.eTag] == "2 1")
        #expect(answer.headers[.contentType] == "text/words" && answer.headers[.rateLimit] != nil)
        let now = acme.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        let stored = try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant()).items
        #expect(Set(stored.map(\.content.outcome)) == [.failed, .success])
        #expect(stored.allSatisfy { $0.receivedAt == now })
    }

    @Test func `a delivery that waits is given up when its client hangs up`() async throws {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "203.0.113.9", port: 4711))
        tasks.begin(channel)
        let decoding = acme.services.intake.decoding
        let streams = (0..<decoding.limits.width).map { _ in AsyncStream.makeStream(of: Void.self) }
        let others = streams.map { stream in
            Task { [acme] in
                try await decoding.withPlace(for: acme.tenant.id, bytes: 0, bodyBytes: 0) { _ in
                    for await _ in stream.stream {}
                }
            }
        }
        try await eventually { decoding.running == decoding.limits.width }

        let sent = Task { try await send(.post, "failed", over: channel) }
        try await eventually { decoding.queue.waiting == 1 }
        #expect(decoding.bytesInFlight == 6)
        tasks.connectionEnded(channel) {}

        #expect(try await sent.value.status == .serviceUnavailable)
        #expect(decoding.queue.waiting == 0 && decoding.rejected == 0 && decoding.bytesInFlight == 0)
        for stream in streams { stream.continuation.finish() }
        for other in others { try await other.value }
        #expect(try await send(.post, "failed").headers[.eTag] == "1 0")
    }

    @Test func `an error of any step is answered with its status`() async throws {
        #expect(try await send(.post, "failed", key: "gh_ik_unknown").status == .unauthorized)
        #expect(try await send(.post, "").status == .contentTooLarge)
        #expect(try await send(.post, "failed failed failed").headers[.eTag] == "3 0")
        #expect(try await send(.post, "failed").status == .tooManyRequests)
    }

    @Test(arguments: ["UTF-8", "gzip, gzip", ""])
    func `a format may read a body with an unknown encoding as it is`(encoding: String) async throws {
        #expect(try await send(.post, "failed", encoding: encoding).headers[.eTag] == "1 0")
    }

    @Test func `a known encoding is never read as it is`() async throws {
        #expect(try await send(.post, "failed", encoding: "gzip").status == .badRequest)
        for coding in ContentCoding.allCases where !coding.isSupported {
            #expect(try await send(.post, "failed", encoding: coding.rawValue).status == .unsupportedMediaType)
        }
    }

    @Test func `pages of other origins learn which header fields the format takes`() async throws {
        let answer = try await send(.options, "")

        #expect(answer.status == .noContent)
        #expect(
            answer.headers[.accessControlAllowHeaders] == "x-word, traceparent, tracestate, baggage, sentry-trace"
        )
    }
}
