import Domain
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import StrictJSON
import WebCore

/// The body of a delivery as sent: complete, but not decoded.
struct PackedDelivery: Sendable {
    /// The maximum memory of a delivery's values, for each byte of its text.
    private static let memoryPerByte = 16
    /// The maximum memory of a delivery, whose events and attributes are limited in number.
    private static let maximumMemoryBytes = 32 << 20

    let isPacked: Bool
    let format: Format
    private let bytes: ByteBuffer

    /// Reads the body.
    /// - Parameter paying: called with the number of bytes before they are read.
    /// - Throws: 415 for another type or encoding, before anything is read; 413, or 400 when it is truncated.
    init(_ request: Request, paying: (Int) async throws -> Void) async throws {
        let type = ContentType(headers: request.headers)
        guard let format = Format.allCases.first(where: { $0.contentType == type }) else {
            throw WebFailure.unsupportedMediaType(accepted: Format.allCases.map(\.contentType.name))
        }
        let isPacked: Bool
        switch request.headers[.contentEncoding].map({ $0.beginning(ofBytes: 16).lowercasedASCII() }) ?? "identity" {
        case "identity", "": isPacked = false
        case "gzip", "x-gzip": isPacked = true
        default: throw WebFailure.unsupportedEncoding
        }
        self.format = format
        self.isPacked = isPacked
        bytes = try await request.rawContent(
            upTo: isPacked ? EventLimits.compressedBytes : EventLimits.decompressedBytes,
            paying: paying
        )
    }

    /// The maximum memory of the delivery when it is unpacked and parsed.
    var memoryBytes: Int {
        let count = bytes.readableBytes
        guard isPacked else { return Self.memoryBytes(ofUnpacked: count) }
        return Self.memoryBytes(
            ofUnpacked: GzipInflator.maximumUnpacked(of: count, maximumBytes: EventLimits.decompressedBytes)
        )
    }

    static func memoryBytes(ofUnpacked count: Int) -> Int { min(maximumMemoryBytes, count * memoryPerByte) }

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
            throw WebFailure.malformedRequest(error.sentence)
        }
        return body
    }

    /// The encoding of the events.
    enum Format: Sendable, CaseIterable {
        case json, lines

        var contentType: ContentType {
            switch self {
            case .json: .json
            case .lines: .newlineJSON
            }
        }

        /// - Throws: 400, and 413 for too many events.
        func decode(_ body: [UInt8], receivedAt: Timestamp) throws -> EventDelivery {
            do throws(DeliveryError) {
                switch self {
                case .json: return try NativeEvents.decode(body, as: .json, receivedAt: receivedAt)
                case .lines: return try NativeEvents.decode(body, as: .lines, receivedAt: receivedAt)
                }
            } catch {
                guard ["too_many", "too_large"].contains(error.code) else {
                    throw WebFailure(
                        .badRequest,
                        error.code,
                        title: "The delivery cannot be read",
                        detail: error.sentence
                    )
                }
                throw WebFailure(
                    .contentTooLarge,
                    error.code,
                    title: "The delivery is too large",
                    detail: error.sentence
                )
            }
        }
    }
}
