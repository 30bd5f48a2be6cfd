import Domain
import HTTPTypes
import Hummingbird
import Ingest
import WebCore

/// What the head of a request says of its body.
struct DeliveryHead<Format: IngestFormat>: Sendable {
    let format: Format
    let encoding: Format.Encoding
    /// nil for a body that is not compressed.
    let decoder: ContentDecoder?
    /// The size of the body as sent; nil when it is not announced.
    let announcedBytes: Int?

    /// - Throws: 415 for another type or encoding.
    init(_ format: Format, _ request: Request) throws {
        self.format = format
        encoding = try format.encoding(of: request)
        decoder = try Self.decoder(of: request.headers)
        announcedBytes = request.announcedContentBytes
    }

    /// - Throws: 415 for an unknown coding, unless the format reads it as identity, and for one that is not built in.
    private static func decoder(of headers: HTTPFields) throws -> ContentDecoder? {
        let coding = headers[.contentEncoding].map { ContentCoding(field: $0) } ?? .identity
        if coding == .identity || coding == nil && Format.unknownEncodingIsIdentity { return nil }
        guard let decoder = coding.flatMap({ ContentDecoder($0) }) else {
            throw WebFailure.unsupportedEncoding(accepted: ContentCoding.supported.map(\.rawValue))
        }
        return decoder
    }

    /// The size as sent of a body that is collected before it is unpacked.
    var maximumCollectedBytes: Int { decoder == nil ? EventLimits.decompressedBytes : Format.maximumPackedBytes }

    /// Whether only a part of the body is kept.
    var isSieved: Bool { Format.sieve(of: encoding, keeping: 0) != nil }

    /// Whether the body may be sieved while it arrives: the decoder stays in memory meanwhile.
    var mayStream: Bool { isSieved && decoder?.isSmall ?? true }

    /// - Parameters:
    ///   - maximumBytes: the limit of what is kept.
    ///   - packedBytes: the size of the body as sent; nil when it is not known.
    /// - Returns: nil when everything is kept.
    func sieved(keeping maximumBytes: Int, packedBytes: Int?) -> SievedBody? {
        Format.sieve(of: encoding, keeping: maximumBytes).map {
            SievedBody($0, decoder: decoder, packedBytes: packedBytes)
        }
    }
}
