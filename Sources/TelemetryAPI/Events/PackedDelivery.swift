import Domain
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import StrictJSON
import WebCore

/// The body of a delivery as sent: complete, but not decoded.
struct PackedDelivery<Format: IngestFormat>: Sendable {
    let isPacked: Bool
    let encoding: Format.Encoding
    private let bytes: ByteBuffer

    /// Reads the body.
    /// - Parameter paying: called with the number of bytes before they are read.
    /// - Throws: 415 for another type or encoding, before anything is read; 413, or 400 when it is truncated.
    init(_ request: Request, paying: (Int) async throws -> Void) async throws {
        encoding = try Format.encoding(of: request)
        let isPacked: Bool
        switch request.headers[.contentEncoding].map({ $0.beginning(ofBytes: 16).lowercasedASCII() }) ?? "identity" {
        case "identity", "": isPacked = false
        case "gzip", "x-gzip": isPacked = true
        default: throw WebFailure.unsupportedEncoding
        }
        self.isPacked = isPacked
        bytes = try await request.rawContent(
            upTo: isPacked ? EventLimits.compressedBytes : EventLimits.decompressedBytes,
            paying: paying
        )
    }

    /// The size of the body as sent.
    var packedBytes: Int { bytes.readableBytes }

    /// The maximum memory of the delivery when it is unpacked and parsed.
    var memoryBytes: Int {
        let count = bytes.readableBytes
        guard isPacked else { return Format.memoryBytes(ofUnpacked: count) }
        return Format.memoryBytes(
            ofUnpacked: GzipInflator.maximumUnpacked(of: count, maximumBytes: EventLimits.decompressedBytes)
        )
    }

    /// - Throws: 400, and 413 when the unpacked size is too large.
    func unpacked() throws -> [UInt8] {
        guard isPacked else { return Array(buffer: bytes) }
        var inflator = GzipInflator(maximumBytes: EventLimits.decompressedBytes)
        var body: [UInt8] = []
        do throws(InflateError) {
            try bytes.withUnsafeReadableBytes { bytes throws(InflateError) in try inflator.inflate(bytes, into: &body) }
            try inflator.finish()
        } catch {
            if case .tooLarge(let maximum) = error { throw WebFailure.tooLarge(maximumBytes: maximum) }
            throw WebFailure.malformedRequest(.english(error.sentence))
        }
        return body
    }
}
