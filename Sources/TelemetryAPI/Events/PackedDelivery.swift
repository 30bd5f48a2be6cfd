import Domain
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import StrictJSON
import Synchronization
import WebCore

/// The body of a delivery as sent: complete, but not decoded.
struct PackedDelivery<Format: IngestFormat>: Sendable {
    let encoding: Format.Encoding
    /// The size of the body as sent.
    let packedBytes: Int
    private let body: PackedBody
    /// nil for a body that is not compressed.
    private let decoder: ContentDecoder?

    /// Reads the body.
    /// - Parameter paying: called with the number of bytes before they are read.
    /// - Throws: 415 for another type or encoding, before anything is read; 413, or 400 when it is truncated.
    init(_ request: Request, paying: (Int) async throws -> Void) async throws {
        encoding = try Format.encoding(of: request)
        decoder = try Self.decoder(of: request.headers)
        let bytes = try await request.rawContent(
            upTo: decoder == nil ? EventLimits.decompressedBytes : Format.maximumPackedBytes,
            paying: paying
        )
        packedBytes = bytes.readableBytes
        body = PackedBody(bytes)
    }

    /// Frees the body, once it is unpacked, although others still hold the delivery.
    func drop() { body.drop() }

    private var bytes: ByteBuffer { body.bytes }

    /// - Throws: 415 for an unknown coding, unless the format reads it as identity, and for one that is not built in.
    private static func decoder(of headers: HTTPFields) throws -> ContentDecoder? {
        let coding = headers[.contentEncoding].map { ContentCoding(field: $0) } ?? .identity
        if coding == .identity || coding == nil && Format.unknownEncodingIsIdentity { return nil }
        guard let decoder = coding.flatMap({ ContentDecoder($0) }) else {
            throw WebFailure.unsupportedEncoding(accepted: ContentCoding.supported.map(\.rawValue))
        }
        return decoder
    }

    var isPacked: Bool { decoder != nil }

    /// The unpacked sizes for which memory is reserved, one after the other: a delivery that turns out larger than the
    /// first is unpacked again for the second.
    var unpackedSizes: [Int] {
        guard let decoder else { return [packedBytes] }
        let expected = decoder.expectedUnpacked(of: packedBytes, maximumBytes: EventLimits.decompressedBytes)
        let maximum = decoder.maximumUnpacked(of: packedBytes, maximumBytes: EventLimits.decompressedBytes)
        return expected < maximum ? [expected, maximum] : [maximum]
    }

    /// The maximum memory of the delivery while it is unpacked to this size and parsed.
    func memoryBytes(ofUnpacked size: Int) -> Int {
        guard let decoder else { return Format.memoryBytes(ofUnpacked: size) }
        let decoding = bytes.withUnsafeReadableBytes { decoder.memoryBytes(for: $0) }
        return max(decoding + size, Format.memoryBytes(ofUnpacked: size))
    }

    /// - Parameter size: one of `unpackedSizes`.
    /// - Returns: nil when the delivery needs the next size.
    /// - Throws: 400, and 413 when the unpacked size is too large.
    func unpacked(to size: Int) throws -> [UInt8]? {
        guard let decoder else { return Array(buffer: bytes) }
        let isLast = size == unpackedSizes.last
        return try decoding(decoder) { bytes throws(InflateError) -> [UInt8]? in
            do throws(InflateError) {
                let limit = isLast ? EventLimits.decompressedBytes : size
                return try decoder.decode(bytes, maximumBytes: limit)
            } catch {
                guard case .tooLarge = error, !isLast else { throw error }
                return nil
            }
        }
    }

    /// The memory of `beginning(maximumBytes:)`.
    func memoryBytes(ofBeginning maximumBytes: Int) -> Int {
        let decoding = decoder.map { decoder in bytes.withUnsafeReadableBytes { decoder.memoryBytes(for: $0) } } ?? 0
        return decoding + 2 * maximumBytes
    }

    /// Unpacks at most so many bytes.
    /// - Throws: 400
    func beginning(maximumBytes: Int) throws -> [UInt8] {
        guard let decoder else { return Array(bytes.readableBytesView.prefix(maximumBytes)) }
        return try decoding(decoder) { bytes throws(InflateError) in
            try decoder.decodeBeginning(bytes, maximumBytes: maximumBytes)
        }
    }

    private func decoding<Output>(
        _ decoder: ContentDecoder,
        _ work: (UnsafeRawBufferPointer) throws(InflateError) -> Output
    ) throws -> Output {
        do throws(InflateError) {
            return try bytes.withUnsafeReadableBytes { bytes throws(InflateError) in try work(bytes) }
        } catch {
            switch error {
            case .tooLarge(let maximum): throw WebFailure.tooLarge(maximumBytes: maximum)
            case .ratioTooHigh:
                throw WebFailure(
                    .contentTooLarge,
                    "too_large",
                    title: "The request is too large",
                    detail: .english(error.sentence(decoder.coding))
                )
            default: throw WebFailure.malformedRequest(.english(error.sentence(decoder.coding)))
            }
        }
    }
}

/// The bytes of a body until they are dropped.
private final class PackedBody: Sendable {
    private let held: Mutex<ByteBuffer>

    init(_ bytes: ByteBuffer) {
        held = Mutex(bytes)
    }

    var bytes: ByteBuffer { held.withLock { $0 } }

    func drop() { held.withLock { $0 = ByteBuffer() } }
}
