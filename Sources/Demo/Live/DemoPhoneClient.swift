import AsyncHTTPClient
import Domain
import NIOCore
import NIOHTTP1
import StrictJSON

/// The HTTP client of all sample phones.
struct DemoPhoneClient: Sendable {
    private static let deadline = TimeAmount.seconds(15)
    private static let maximumAnswerBytes = 256 * 1024

    let client: HTTPClient
    /// Scheme, host and port of the server.
    let address: String

    struct Answer: Sendable {
        let status: Int
        let body: JSONObject

        var isGood: Bool { (200..<300).contains(status) }
        /// The server refused what was not in order, as it should: it was neither overloaded nor broken.
        var isRejection: Bool { [400, 401, 403, 422].contains(status) }
    }

    /// One phone, and what it sends with each request.
    struct Sender: Sendable {
        let tenant: DemoTenant
        let session: DemoSession
        let release: DemoRelease

        fileprivate var headers: [(name: String, value: String)] {
            let (app, phone) = (tenant.app.name, session.phone)
            return [
                ("user-agent", "\(app)/\(release.version) (\(phone.model); iOS \(phone.system); Scale/3.00)"),
                ("x-forwarded-for", session.address),
            ]
        }
    }

    /// One call of the API of the app's dialect.
    struct Call: Sendable {
        var method = HTTPMethod.POST
        let path: String
        var body: JSONObject?
        /// Of the session.
        var token: String?
        let attempt: TraceID
    }

    func send(_ call: Call, by sender: Sender) async throws -> Answer {
        var headers = sender.headers + [("apikey", sender.tenant.publishableKey.text)]
        // W3C Trace Context: the attempt, and a span of the phone.
        headers.append(("traceparent", "00-\(call.attempt)-\(call.attempt.description.prefix(16))-01"))
        if let token = call.token { headers.append(("authorization", "Bearer \(token)")) }
        if call.body != nil { headers.append(("content-type", "application/json")) }
        return try await send(call.method, to: call.path, headers, body: call.body?.serialized())
    }

    /// Sends events in the wire format of the app.
    /// - Returns: how many deliveries the server did not take whole.
    func send(_ events: [EventContent], at now: Timestamp, by sender: Sender) async throws -> Int {
        var failed = 0
        for delivery in DemoDelivery.deliveries(of: events, from: sender.tenant, at: now) {
            let headers = sender.headers + delivery.headers + [("content-type", delivery.contentType)]
            let answer = try await send(.POST, to: delivery.path, headers, body: delivery.body)
            // The native format lists what it rejects, OTLP counts it.
            let rejected = answer.body["rejected"]?.arrayValue ?? []
            if !answer.isGood || !rejected.isEmpty || answer.body["partialSuccess"] != nil { failed += 1 }
        }
        return failed
    }

    private func send(
        _ method: HTTPMethod,
        to path: String,
        _ headers: [(name: String, value: String)],
        body: [UInt8]?
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await client.execute(request, timeout: Self.deadline)
        let bytes = try await response.body.collect(upTo: Self.maximumAnswerBytes)
        let json = try? JSONValue(parsing: Array(bytes.readableBytesView)).objectValue
        return Answer(status: Int(response.status.code), body: json ?? [:])
    }
}
