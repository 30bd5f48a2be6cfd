import Domain
import HTTPTypes
import Hummingbird
import Ingest
import StrictJSON
import UseCases
import WebCore

/// The format of Sentry SDKs (`SentryEvents`): `POST /api/{project}/envelope/`, and the older `/api/{project}/store/`.
///
/// Their requests have any content type, because a page avoids a preflight by `text/plain`. Most SDKs send again only
/// what got no answer: every error status loses the delivery, so a full queue is waited for.
struct SentryFormat: IngestFormat {
    static let endpoints = [
        IngestEndpoint(path: "api/{project}/envelope", operation: "sentryEnvelope"),
        IngestEndpoint(path: "api/{project}/store", operation: "sentryStore"),
    ]
    static let allowedHeaders: [HTTPField.Name] = [
        .xSentryAuth, .xRequestedWith, .xForwardedFor, .origin, .referer, .accept, .contentType, .authentication,
        .authorization, .contentEncoding, .transferEncoding,
    ]
    static let exposedHeaders: [HTTPField.Name] = [.xSentryError, .xSentryRateLimits]
    /// SDKs send empty and invented names for bodies that are not compressed.
    static let unknownEncodingIsIdentity = true
    /// Less than the 15 seconds after which the SDK for Apple's systems gives up.
    static let patience = Duration.seconds(8)

    /// As large as without compression: attachments (screenshots, archives) do not get smaller, and SDKs compress the
    /// whole envelope. An SDK deletes an envelope that is rejected, with the event in it.
    static let maximumPackedBytes = EventLimits.decompressedBytes
    /// The largest attachment of an SDK by its own default.
    static let maximumStreamedBytes = 20 << 20

    static func sieve(of encoding: SentryEvents.Encoding, keeping maximumBytes: Int) -> (any BodySieve)? {
        encoding == .envelope ? SentryEvents.sieve(keeping: maximumBytes) : nil
    }

    static let maximumCredentialBytes = SentryEvents.maximumHeaderBytes + 1

    private let head: SentryRequest

    init(_ request: Request, _ context: GatehouseContext) throws {
        head = try SentryRequest(request)
        guard head.dsn != nil || head.encoding == .envelope else { throw Self.noKey }
    }

    var credential: IngestCredential? { head.dsn.map { .dsn($0) } }

    func credential(inBeginning body: [UInt8]) throws -> IngestCredential {
        guard let dsn = SentryEvents.dsn(inHeaderOf: body) else { throw Self.noKey }
        guard dsn.project == head.project else {
            throw WebFailure.malformedRequest(.english("The envelope names another project than the path."))
        }
        return .dsn(SentryDSN(key: try SentryRequest.checked(dsn.key), project: dsn.project))
    }

    private static let noKey = unauthenticated("Send the key of the DSN, as X-Sentry-Auth: Sentry sentry_key=…")

    /// 403, which an SDK takes for a wrong DSN.
    static let unknownCredential = WebFailure(
        .forbidden,
        "unknown_key",
        title: "The key is unknown",
        detail: "Use a DSN of this project whose key has not been revoked."
    )

    static func unauthenticated(_ detail: String) -> WebFailure {
        WebFailure(
            .unauthorized,
            "unauthenticated",
            title: "The request does not name one key",
            detail: detail,
            headers: [.wwwAuthenticate: "Sentry"]
        )
    }

    func encoding(of request: Request) -> SentryEvents.Encoding { head.encoding }

    func decode(
        _ body: [UInt8],
        as encoding: SentryEvents.Encoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try SentryEvents.decode(body, as: encoding, to: head.dsn, receivedAt: receivedAt)
    }

    static func answer(_ receipt: EventIntake.Receipt, to request: Request) -> Response {
        var body = JSONObject()
        body.append("id", receipt.id.map { .string(Hexadecimal.encode($0.uuid.bytes)) })
        var headers = receipt.limits.headers
        headers[.xSentryRateLimits] = SentryRateLimits.field(receipt.level)
        return .json(.object(body), headers: headers)
    }

    static func limitHeaders(_ wait: Duration, _ categories: [ItemCategory]) -> HTTPFields {
        [.xSentryRateLimits: SentryRateLimits.field(wait, categories: categories)]
    }
}

extension IngestCredential {
    static func dsn(_ dsn: SentryDSN) -> IngestCredential { .dsn(key: dsn.key, project: dsn.project) }
}
