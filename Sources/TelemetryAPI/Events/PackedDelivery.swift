import Domain
import Ingest
import NIOCore
import Synchronization
import UseCases
import WebCore

/// The body of a delivery that is complete and not decoded: as sent, or what a sieve kept of it while it arrived.
struct PackedDelivery<Format: IngestFormat>: DeliveryBody {
    /// What a sieve mostly keeps at most: attachments are what makes bodies large.
    private static var expectedKeptBytes: Int { 1 << 20 }

    private let head: DeliveryHead<Format>
    /// The size of the body as sent, or as kept.
    let byteCount: Int
    private let body: PackedBody
    /// nil for a body that is not compressed.
    private let decoder: ContentDecoder?
    /// Whether only a part of the unpacked body is to be kept.
    private let isSieved: Bool

    /// - Parameter bytes: the body as sent.
    init(sent bytes: ByteBuffer, _ head: DeliveryHead<Format>) {
        self.head = head
        byteCount = bytes.readableBytes
        body = PackedBody(.sent(bytes))
        decoder = head.decoder
        isSieved = head.isSieved
    }

    /// - Parameter bytes: what a sieve kept of the unpacked body.
    init(kept bytes: [UInt8], _ head: DeliveryHead<Format>) {
        self.head = head
        byteCount = bytes.count
        body = PackedBody(.kept(bytes))
        decoder = nil
        isSieved = false
    }

    private var coding: ContentCoding { decoder?.coding ?? .identity }

    /// Of a sieved body they are the sizes of what is kept.
    var unpackedSizes: [Int] {
        let limit = EventLimits.decompressedBytes
        let maximum = decoder?.maximumUnpacked(of: byteCount, maximumBytes: limit) ?? byteCount
        let expected = decoder?.expectedUnpacked(of: byteCount, maximumBytes: limit) ?? byteCount
        let first = isSieved ? min(expected, Self.expectedKeptBytes) : expected
        return first < maximum ? [first, maximum] : [maximum]
    }

    func memoryBytes(ofUnpacked size: Int) -> Int {
        // A sieve reads a copy of the body.
        let unpacking = decoderBytes + (isSieved ? byteCount : 0)
        guard unpacking > 0 else { return DeliveryMemory.bytes(ofUnpacked: size) }
        return max(unpacking + size, DeliveryMemory.bytes(ofUnpacked: size))
    }

    private var decoderBytes: Int {
        decoder.map { decoder in body.sent.withUnsafeReadableBytes { decoder.memoryBytes(for: $0) } } ?? 0
    }

    var credentialMemoryBytes: Int { decoderBytes + 2 * Format.maximumCredentialBytes }

    func credential(on place: DecodingGate.Place) async throws -> IngestCredential {
        try await place.run { try head.format.credential(inBeginning: try beginning(Format.maximumCredentialBytes)) }
    }

    /// Unpacks at most so many bytes.
    /// - Throws: 400
    private func beginning(_ maximumBytes: Int) throws -> [UInt8] {
        guard let decoder else { return Array(body.sent.readableBytesView.prefix(maximumBytes)) }
        return try decoding(decoder) { bytes throws(InflateError) in
            try decoder.decodeBeginning(bytes, maximumBytes: maximumBytes)
        }
    }

    /// - Throws: 400, and 413 when the unpacked size is too large.
    func decode(
        unpackedTo size: Int,
        on place: DecodingGate.Place,
        receivedAt: @escaping @Sendable () -> Timestamp,
        paidBy charge: DeliveryCharge
    ) async throws -> EventDelivery? {
        try await coding.mappingErrors(chargedTo: charge) { () -> EventDelivery? in
            guard let unpacked = try await unpack(to: size, on: place, paidBy: charge) else { return nil }
            // Others still hold the delivery.
            body.drop()
            place.hold(DeliveryMemory.bytes(ofUnpacked: unpacked.count))
            return try await place.run(reading: unpacked.count) {
                try head.format.decode(unpacked, as: head.encoding, receivedAt: receivedAt())
            }
        }
    }

    /// - Returns: what is decoded of the body; nil when it is larger.
    private func unpack(
        to size: Int,
        on place: DecodingGate.Place,
        paidBy charge: DeliveryCharge
    ) async throws -> [UInt8]? {
        guard isSieved, let sieved = head.sieved(keeping: limit(of: size), packedBytes: byteCount) else {
            let bytes = byteCount + (decoder == nil ? 0 : limit(of: size))
            guard let unpacked = try await place.run(reading: bytes, { try unpacked(to: size) }) else { return nil }
            if decoder != nil { try await charge.payUnpacked(kept: unpacked.count) }
            return unpacked
        }
        do {
            try await place.run(reading: byteCount) { sieved.add(body.bytes) }
            try await sieved.unpack(byteCount, on: place, paidBy: charge)
            return try await place.run(reading: sieved.keptBytes) { try sieved.finish() }
        } catch let error as DeliveryError where error.isTooLarge && mayBeLarger(than: size) {
            // The body is unpacked again.
            let done = sieved.progress
            if decoder != nil {
                try await charge.payUnpackedAgain(kept: done.keptBytes, readOver: done.readOverBytes)
            }
            return nil
        }
    }

    /// Whether a delivery that is too large for this size is unpacked again for the next.
    private func mayBeLarger(than size: Int) -> Bool { size != unpackedSizes.last }

    private func limit(of size: Int) -> Int { mayBeLarger(than: size) ? size : EventLimits.decompressedBytes }

    /// Unpacks a body of which everything is kept.
    /// - Returns: nil when the delivery needs the next size.
    /// - Throws: 400, and 413 when the unpacked size is too large.
    func unpacked(to size: Int) throws -> [UInt8]? {
        guard let decoder else { return body.bytes }
        return try decoding(decoder) { bytes throws(InflateError) -> [UInt8]? in
            do throws(InflateError) {
                return try decoder.decode(bytes, maximumBytes: limit(of: size))
            } catch {
                guard case .tooLarge = error, mayBeLarger(than: size) else { throw error }
                return nil
            }
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

extension SievedBody {
    /// Unpacks what was added, step by step: each is paid for before the next, also one that fails.
    /// - Parameter count: the bytes that were added. A few mostly become little, in a short first step.
    func unpack(_ count: Int, on place: DecodingGate.Place, paidBy charge: DeliveryCharge) async throws {
        var isShort = count <= DecodingGate.shortBytes
        while true {
            let step = try await place.run(reading: isShort ? count : .max) { [isShort] in
                Result { try self.unpack(upTo: isShort ? Self.shortStepBytes : Self.stepBytes) }
            }
            isShort = false
            if coding != .identity {
                let done = progress
                try await charge.payUnpacked(kept: done.keptBytes, readOver: done.readOverBytes)
            }
            if try step.get().isDone { return }
        }
    }
}

extension ContentCoding {
    /// Runs a part of reading a body of this coding, and charges what was examined before an error.
    /// - Throws: 400 and 413 for errors of the body.
    func mappingErrors<Outcome>(
        chargedTo charge: DeliveryCharge,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        do { return try await work() } catch let error as InflateError {
            throw WebFailure(error, self)
        } catch let error as DeliveryError {
            try await charge.payExamined(error.examined)
            throw WebFailure(error)
        }
    }
}

/// The bytes of a body until they are dropped.
private final class PackedBody: Sendable {
    enum Content: Sendable {
        case sent(ByteBuffer), kept([UInt8])
    }

    private let held: Mutex<Content>

    init(_ content: Content) { held = Mutex(content) }

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
