import Domain
import HTTPTypes
import Hummingbird
import Ingest
import UseCases
import WebCore

/// The head of a delivery in one wire format: what `IngestRoute` leaves to the format.
protocol IngestFormat: Sendable {
    /// How the body of a request is written, by its content type.
    associatedtype Encoding: Sendable

    static var endpoints: [IngestEndpoint] { get }
    /// The header fields that pages of other origins may send, beside those of tracing.
    static var allowedHeaders: [HTTPField.Name] { get }

    /// Reads the head of a request, as far as it says whose delivery it is.
    /// - Throws: 400 for two different keys, 401 for none.
    init(_ request: Request, _ context: GatehouseContext) throws

    /// nil when it can only be in the body: see `credential(inBeginning:)`.
    var credential: IngestCredential? { get }

    /// The size of a compressed body as it is sent.
    static var maximumPackedBytes: Int { get }

    /// Keeps of an unpacked body what `decode` reads, in a format whose bodies have much else in them.
    /// - Parameter maximumBytes: the limit of what is kept.
    /// - Returns: nil when everything is decoded.
    static func sieve(of encoding: Encoding, keeping maximumBytes: Int) -> (any BodySieve)?

    /// The size as it is sent of a body that is sieved while it arrives: see `BodyStream`.
    static var maximumStreamedBytes: Int { get }

    /// The unpacked bytes at the beginning of a body that may hold the credential.
    static var maximumCredentialBytes: Int { get }

    /// Finds the credential in the unpacked beginning of a body, when there is none in the head.
    /// - Throws: 401 for none.
    func credential(inBeginning body: [UInt8]) throws -> IngestCredential

    /// The answer to a credential that is unknown or revoked.
    static var unknownCredential: WebFailure { get }

    /// How long a delivery waits for its transaction when too many wait already: zero when clients send it again after a
    /// 503.
    static var patience: Duration { get }

    /// Whether a body with an unknown Content-Encoding is read as it is, because clients of the format send such names
    /// for bodies that are not compressed. By default it is rejected.
    static var unknownEncodingIsIdentity: Bool { get }

    /// - Throws: 415 for a content type that the format does not have.
    func encoding(of request: Request) throws -> Encoding

    /// Decodes an unpacked body; an invalid item is rejected alone.
    func decode(_ body: [UInt8], as encoding: Encoding, receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery

    /// Answers with the outcomes of a delivery that was stored.
    static func answer(_ receipt: EventIntake.Receipt, to request: Request) throws -> Response

    /// What a failure by a rate limit has beside the rate limit fields.
    /// - Parameter categories: of the items that were decoded; empty when none were.
    static func limitHeaders(_ wait: Duration, _ categories: [ItemCategory]) -> HTTPFields
}

extension IngestFormat {
    static var maximumPackedBytes: Int { EventLimits.compressedBytes }

    static func sieve(of encoding: Encoding, keeping maximumBytes: Int) -> (any BodySieve)? { nil }

    static var maximumStreamedBytes: Int { EventLimits.decompressedBytes }

    static var maximumCredentialBytes: Int { 0 }

    func credential(inBeginning body: [UInt8]) throws -> IngestCredential { throw Self.unknownCredential }

    static var unknownCredential: WebFailure {
        .unauthenticated("Send an ingest key (gh_ik_…) that has not been revoked.").challenging(withToken: true)
    }

    static var patience: Duration { .zero }

    static func limitHeaders(_ wait: Duration, _ categories: [ItemCategory]) -> HTTPFields { [:] }

    static var unknownEncodingIsIdentity: Bool { false }
}

/// A path to which deliveries of one format are sent.
struct IngestEndpoint: Sendable {
    let path: RouterPath
    /// The id of the operation that describes it.
    let operation: String
}
