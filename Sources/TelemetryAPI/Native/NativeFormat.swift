import Domain
import HTTPTypes
import Hummingbird
import Ingest
import UseCases
import WebCore

/// The native format of events (`NativeEvents`): `POST /ingest/v1/events`.
struct NativeFormat: IngestFormat {
    static let endpoints = [
        IngestEndpoint(path: "ingest/v1/events", operation: "ingestEvents"),
        // The path that the first clients use.
        IngestEndpoint(path: "v1/ingest/auth-events", operation: "ingestAuthEvents"),
    ]
    static let allowedHeaders: [HTTPField.Name] = [
        .authorization, .contentType, .contentEncoding, .gatehouseKey, .xAPIKey,
    ]

    let credential: IngestCredential?

    init(_ request: Request, _ context: GatehouseContext) throws {
        credential = .key(try IngestKeyFields(request.headers).only())
    }

    func encoding(of request: Request) throws -> NativeEvents.Encoding {
        let type = ContentType(headers: request.headers)
        guard let encoding = NativeEvents.Encoding.allCases.first(where: { $0.contentType == type }) else {
            throw WebFailure.unsupportedMediaType(accepted: NativeEvents.Encoding.allCases.map(\.contentType.name))
        }
        return encoding
    }

    func decode(
        _ body: [UInt8],
        as encoding: NativeEvents.Encoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try NativeEvents.decode(body, as: encoding, receivedAt: receivedAt)
    }

    static func answer(_ receipt: EventIntake.Receipt, to request: Request) -> Response {
        .json(ResponseSchema<EventIntake.Receipt>.eventReceipt.json(receipt), headers: receipt.limits.headers)
    }
}

extension NativeEvents.Encoding {
    fileprivate var contentType: ContentType {
        switch self {
        case .json: .json
        case .lines: .newlineJSON
        }
    }
}
