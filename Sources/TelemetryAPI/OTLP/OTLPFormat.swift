import Domain
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import StrictJSON
import UseCases
import WebCore

/// A signal of OTLP/HTTP (opentelemetry-proto, `docs/specification.md`), in protobuf or JSON.
///
/// A record that is not stored never fails the request: SDKs do not send it again after a partial success, while some
/// send a request that failed again and again.
protocol OTLPFormat: IngestFormat where Encoding == OTLPEncoding {
    init(credential: IngestCredential?)

    /// Encodes the response.
    /// - Parameter message: says why records were rejected.
    static func reply(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8]
}

extension OTLPFormat {
    static var allowedHeaders: [HTTPField.Name] {
        [.authorization, .contentType, .contentEncoding, .gatehouseKey, .xAPIKey]
    }

    init(_ request: Request, _ context: GatehouseContext) throws {
        let key = try IngestKeyFields(request.headers).only()
        guard let project = context.parameters.get("project") else {
            self.init(credential: .key(key))
            return
        }
        // No project has the number 0. Clients are given the number without leading zeros.
        let number = SentryDSN.project(project).flatMap { "\($0)".hasSameBytes(as: project) ? $0 : nil } ?? 0
        self.init(credential: .dsn(SentryDSN(key: key, project: number)))
    }

    func encoding(of request: Request) throws -> OTLPEncoding {
        guard let encoding = OTLPEncoding(request.headers) else {
            throw WebFailure.unsupportedMediaType(accepted: OTLPEncoding.allCases.map(\.contentType.name))
        }
        return encoding
    }

    static func answer(_ receipt: EventIntake.Receipt, to request: Request) -> Response {
        let encoding = OTLPEncoding(answering: request)
        let rejected = receipt.counted.filter { $0.outcome == .invalid || $0.outcome == .limited }
        let count = rejected.reduce(0) { $0 + $1.count }
        var headers = receipt.limits.headers
        headers[.contentType] = encoding.contentType.name
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(
                byteBuffer: ByteBuffer(bytes: reply(rejected: count, message: message(receipt), as: encoding))
            )
        )
    }

    /// Says why records were rejected, by the first one.
    private static func message(_ receipt: EventIntake.Receipt) -> String {
        var sentences: [String] = []
        if let first = receipt.rejected.first {
            sentences.append(first.message.beginning(ofBytes: 512))
            if receipt.rejected.count > 1 { sentences.append("\(receipt.rejected.count - 1) more were rejected.") }
        }
        if receipt.limited > 0 {
            sentences.append("\(receipt.limited) were over the limits of one request or of what can be stored now.")
        }
        return sentences.joined(separator: " ")
    }
}

extension OTLPEncoding {
    var contentType: ContentType {
        switch self {
        case .protobuf: .protobuf
        case .json: .json
        }
    }

    /// An answer is encoded as its request; one to a request of another type can be read by people.
    init(answering request: Request) { self = OTLPEncoding(request.headers) ?? .json }

    /// - Returns: nil for another content type.
    init?(_ headers: HTTPFields) {
        guard let type = ContentType(headers: headers),
            let encoding = Self.allCases.first(where: { $0.contentType == type })
        else { return nil }
        self = encoding
    }
}

extension ContentType {
    static let protobuf = ContentType(name: "application/x-protobuf")
}

/// Logs of OpenTelemetry: `POST /v1/logs`.
struct OTLPLogsFormat: OTLPFormat {
    static let endpoints = [
        IngestEndpoint(path: "v1/logs", operation: "exportLogs"),
        IngestEndpoint(path: "api/{project}/otlp/v1/logs", operation: "exportProjectLogs"),
    ]

    let credential: IngestCredential?

    func decode(
        _ body: [UInt8],
        as encoding: OTLPEncoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try OTLPLogs.decode(body, as: encoding, receivedAt: receivedAt)
    }

    static func reply(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        OTLPReply.logs(rejected: rejected, message: message, as: encoding)
    }
}

/// Spans of OpenTelemetry: `POST /v1/traces`.
struct OTLPTracesFormat: OTLPFormat {
    static let endpoints = [
        IngestEndpoint(path: "v1/traces", operation: "exportTraces"),
        IngestEndpoint(path: "api/{project}/otlp/v1/traces", operation: "exportProjectTraces"),
    ]

    let credential: IngestCredential?

    func decode(
        _ body: [UInt8],
        as encoding: OTLPEncoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try OTLPTraces.decode(body, as: encoding, receivedAt: receivedAt)
    }

    static func reply(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        OTLPReply.traces(rejected: rejected, message: message, as: encoding)
    }
}
