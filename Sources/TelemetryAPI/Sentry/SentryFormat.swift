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
enum SentryFormat: IngestFormat {
    struct Encoding: Sendable {
        let body: SentryEvents.Encoding
        /// The DSN in the head of the request.
        let dsn: SentryDSN?
    }

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

    static func sieve(of encoding: Encoding, keeping maximumBytes: Int) -> (any BodySieve)? {
        encoding.body == .envelope ? SentryEvents.sieve(keeping: maximumBytes) : nil
    }

    static func credential(in request: Request, _ context: GatehouseContext) throws -> IngestCredential? {
        let head = try SentryRequest(request)
        if let dsn = head.dsn { return .dsn(dsn) }
        guard head.encoding == .envelope else { throw noKey }
        return nil
    }

    static let maximumCredentialBytes = SentryEvents.maximumHeaderBytes + 1

    static func credential(in body: [UInt8], of request: Request) throws -> IngestCredential {
        guard let dsn = SentryEvents.dsn(inHeaderOf: body) else { throw noKey }
        guard dsn.project == (try SentryRequest(request).project) else {
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

    static func encoding(of request: Request) throws -> Encoding {
        let head = try SentryRequest(request)
        return Encoding(body: head.encoding, dsn: head.dsn)
    }

    static func decode(
        _ body: [UInt8],
        as encoding: Encoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try SentryEvents.decode(body, as: encoding.body, to: encoding.dsn, receivedAt: receivedAt)
    }

    static func answer(_ receipt: EventIntake.Receipt, as encoding: Encoding, limits: HTTPFields) -> Response {
        var body = JSONObject()
        body.append("id", receipt.id.map { .string(Hexadecimal.encode($0.uuid.bytes)) })
        var headers = limits
        headers[.xSentryRateLimits] = SentryRateLimits.field(receipt.level)
        return .json(.object(body), headers: headers)
    }

    static func limited(_ failure: WebFailure, _ delivery: EventDelivery) -> WebFailure {
        guard let wait = failure.retryAfter else { return failure }
        let categories = Set(delivery.counted(as: .limited, reason: "").filter(\.outcome.isReceived).map(\.category))
        var failure = failure
        failure.headers[.xSentryRateLimits] = SentryRateLimits.field(
            wait,
            categories: ItemCategory.allCases.filter { categories.contains($0) }
        )
        return failure
    }
}
