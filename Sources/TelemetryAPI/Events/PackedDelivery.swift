import Domain
import Hummingbird
import Ingest
import NIOCore
import Synchronization
import WebCore

/// The body of a delivery that is complete and not decoded: as sent, or what a sieve kept of it while it arrived.
struct PackedDelivery<Format: IngestFormat>: Sendable {
    /// What a sieve mostly keeps at most: attachments are what makes bodies large.
    private static var expectedKeptBytes: Int { 1 << 20 }

    private let head: DeliveryHead<Format>
    /// The size of the body as sent, or as kept.
    let packedBytes: Int
    private let body: PackedBody
    /// nil for a body that is not compressed.
    private let decoder: ContentDecoder?
    /// Whether only a part of the unpacked body is to be kept.
    private let isSieved: Bool

    /// Reads the body.
    /// - Parameter paying: called with the number of bytes before they are read.
    /// - Throws: 415 for another type or encoding, before anything is read; 413, or 400 when it is truncated.
    init(_ request: Request, paying: (Int) async throws -> Void) async throws {
        let head = try DeliveryHead<Format>(request)
        let bytes = try await request.rawContent(upTo: head.maximumCollectedBytes, paying: paying)
        self.init(sent: bytes, head)
    }

    /// - Parameter bytes: the body as sent.
    init(sent bytes: ByteBuffer, _ head: DeliveryHead<Format>) {
        self.head = head
        packedBytes = bytes.readableBytes
        body = PackedBody(.sent(bytes))
        decoder = head.decoder
        isSieved = head.isSieved
    }

    /// - Parameter bytes: what a sieve kept of the unpacked body.
    init(kept bytes: [UInt8], _ head: DeliveryHead<Format>) {
        self.head = head
        packedBytes = bytes.count
        body = PackedBody(.kept(bytes))
        decoder = nil
        isSieved = false
    }

    var encoding: Format.Encoding { head.encoding }
    var coding: ContentCoding { decoder?.coding ?? .identity }
    var isPacked: Bool { decoder != nil }

    /// The body as sent, or as kept.
    var bytes: [UInt8] { body.bytes }

    /// Frees the body, once it is unpacked, although others still hold the delivery.
    func drop() { body.drop() }

    /// The unpacked sizes for which memory is reserved, one after the other: a delivery that turns out larger than the
    /// first is unpacked again for the second. Of a sieved body they are the sizes of what is kept.
    var unpackedSizes: [Int] {
        let limit = EventLimits.decompressedBytes
        let maximum = decoder?.maximumUnpacked(of: packedBytes, maximumBytes: limit) ?? packedBytes
        let expected = decoder?.expectedUnpacked(of: packedBytes, maximumBytes: limit) ?? packedBytes
        let first = isSieved ? min(expected, Self.expectedKeptBytes) : expected
        return first < maximum ? [first, maximum] : [maximum]
    }

    /// The maximum memory of the delivery while it is unpacked to this size and parsed.
    func memoryBytes(ofUnpacked size: Int) -> Int {
        // A sieve reads a copy of the body.
        let unpacking = decoderBytes + (isSieved ? packedBytes : 0)
        guard unpacking > 0 else { return DeliveryMemory.bytes(ofUnpacked: size) }
        return max(unpacking + size, DeliveryMemory.bytes(ofUnpacked: size))
    }

    private var decoderBytes: Int {
        decoder.map { decoder in body.sent.withUnsafeReadableBytes { decoder.memoryBytes(for: $0) } } ?? 0
    }

    /// Returns the body that is sieved; nil when everything is kept.
    /// - Parameter size: one of `unpackedSizes`. When more is to be kept, the body fails as too large.
    func sieved(to size: Int) -> SievedBody? {
        guard isSieved else { return nil }
        return head.sieved(keeping: limit(of: size), packedBytes: packedBytes)
    }

    /// Whether a delivery that is too large for this size is unpacked again for the next.
    func mayBeLarger(than size: Int) -> Bool { size != unpackedSizes.last }

    private func limit(of size: Int) -> Int { mayBeLarger(than: size) ? size : EventLimits.decompressedBytes }

    /// Unpacks a body of which everything is kept.
    /// - Parameter size: one of `unpackedSizes`.
    /// - Returns: nil when the delivery needs the next size.
    /// - Throws: 400, and 413 when the unpacked size is too large.
    func unpacked(to size: Int) throws -> [UInt8]? {
        guard let decoder else { return bytes }
        return try decoding(decoder) { bytes throws(InflateError) -> [UInt8]? in
            do throws(InflateError) {
                return try decoder.decode(bytes, maximumBytes: limit(of: size))
            } catch {
                guard case .tooLarge = error, mayBeLarger(than: size) else { throw error }
                return nil
            }
        }
    }

    /// The memory of `beginning(maximumBytes:)`.
    func memoryBytes(ofBeginning maximumBytes: Int) -> Int { decoderBytes + 2 * maximumBytes }

    /// Unpacks at most so many bytes.
    /// - Throws: 400
    func beginning(maximumBytes: Int) throws -> [UInt8] {
        guard let decoder else { return Array(body.sent.readableBytesView.prefix(maximumBytes)) }
        return try decoding(decoder) { bytes throws(InflateError) in
            try decoder.decodeBeginning(bytes, maximumBytes: maximumBytes)
        }
    }

    private func decoding<Output>(
        _ decoder: ContentDecoder,
        _ work: (UnsafeRawBufferPointer) throws(InflateError) -> Output
    ) throws -> Output {
        do throws(InflateError) {
            return try body.sent.withUnsafeReadableBytes { bytes throws(InflateError) in try work(bytes) }
        } catch {
            throw WebFailure(error, decoder.coding)
        }
    }
}

/// The bytes of a body until they are dropped.
private final class PackedBody: Sendable {
    enum Content: Sendable {
        case sent(ByteBuffer), kept([UInt8])
    }

    private let held: Mutex<Content>

    init(_ content: Content) {
        held = Mutex(content)
    }

    var bytes: [UInt8] {
        switch held.withLock({ $0 }) {
        case .sent(let buffer): Array(buffer: buffer)
        case .kept(let bytes): bytes
        }
    }

    /// The body as sent; empty for one of which only a part is kept.
    var sent: ByteBuffer {
        guard case .sent(let buffer) = held.withLock({ $0 }) else { return ByteBuffer() }
        return buffer
    }

    func drop() { held.withLock { $0 = .kept([]) } }
}

/// Estimates the memory of a delivery.
enum DeliveryMemory {
    /// The maximum memory of a delivery that is parsed, in any format: its text, and its events.
    static func bytes(ofUnpacked count: Int) -> Int { count + EventMemory.maximumBytes(ofUnpacked: count) }
}
