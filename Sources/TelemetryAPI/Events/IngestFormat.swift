import Domain
import HTTPTypes
import Hummingbird
import Ingest
import UseCases
import WebCore

/// A wire format of telemetry: what `IngestRoute` leaves to the format.
protocol IngestFormat: Sendable {
    /// How the body of a request is written, by its content type.
    associatedtype Encoding: Sendable

    static var endpoints: [IngestEndpoint] { get }
    /// The header fields that pages of other origins may send.
    static var allowedHeaders: [HTTPField.Name] { get }

    /// Finds the ingest key.
    /// - Throws: 400 for two different keys, 401 for none.
    static func key(in request: Request, _ context: GatehouseContext) throws -> String

    /// - Throws: 415 for a content type that the format does not have.
    static func encoding(of headers: HTTPFields) throws -> Encoding

    /// Estimates the memory of a delivery of this unpacked size, which its events never exceed.
    static func memoryBytes(ofUnpacked count: Int) -> Int

    /// Decodes an unpacked body; an invalid item is rejected alone.
    static func decode(
        _ body: [UInt8],
        as encoding: Encoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery

    /// Answers with the outcomes of a delivery that was stored.
    /// - Parameter limits: the rate limit fields.
    static func answer(_ receipt: EventIntake.Receipt, as encoding: Encoding, limits: HTTPFields) throws -> Response

    /// Answers a request of which nothing was stored, or throws the error to be answered like those of other routes.
    static func answer(_ error: any Error, to request: Request) throws -> Response
}

extension IngestFormat {
    static func memoryBytes(ofUnpacked count: Int) -> Int { DeliveryMemory.bytes(ofUnpacked: count) }

    static func answer(_ error: any Error, to request: Request) throws -> Response { throw error }
}
