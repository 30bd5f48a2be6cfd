import Domain
import Hummingbird
import Ingest
import NIOCore
import UseCases
import WebCore

/// A long body of which a part is kept, unpacked while it arrives: neither the body nor what is read over is ever in
/// memory.
///
/// It is unpacked in batches. Each waits for a place of the decoding gate and leaves it, so a slow upload holds no
/// thread. What was read over is given back to the budget for bodies; what is kept counts in it until the answer.
struct BodyStream<Format: IngestFormat>: Sendable {
    /// Up to this size as sent a body is collected, and unpacked when it is complete.
    static var collectedBytes: Int { EventLimits.compressedBytes }
    /// With a read of 16 KiB more a batch fits into a buffer of 128 KiB: buffers double.
    static var batchBytes: Int { 112 << 10 }
    /// The decoder, and twice what it unpacks at a time.
    private static var stateBytes: Int { 256 << 10 }
    /// The window and state of the decoder, and the piece that it unpacks into: held until the answer.
    static var decoderBytes: Int { 112 << 10 }

    private let body: SievedBody
    private let tenant: Tenant.ID
    private let delivery: RequestDelivery<Format>
    private let charge: DeliveryCharge

    private var connection: any Channel { delivery.context.connection }

    fileprivate init(
        _ body: SievedBody,
        of tenant: Tenant.ID,
        delivery: RequestDelivery<Format>,
        charge: DeliveryCharge
    ) {
        self.body = body
        self.tenant = tenant
        self.delivery = delivery
        self.charge = charge
    }

    /// Counts the decoder in the budget for bodies: it stays while an upload pauses.
    /// - Throws: 503
    fileprivate func begin() async throws {
        guard body.coding != .identity else { return }
        try await BodyConsumed(bytes: 0, keeping: Self.decoderBytes).report(to: connection)
    }

    /// Unpacks the next bytes of the body.
    /// - Parameter isLast: whether the body ends with them.
    /// - Returns: what is kept of the whole body, when it has ended.
    fileprivate func take(_ batch: ByteBuffer, isLast: Bool) async throws -> [UInt8] {
        let (count, keptBefore) = (batch.readableBytes, body.keptBytes)
        body.add(Array(buffer: batch))
        let kept = try await body.coding.mappingErrors(chargedTo: charge) {
            try await delivery.whileConnected { try await unpack(count, isLast: isLast) }
        }
        let keptAfter = isLast ? kept.count : body.keptBytes
        try await BodyConsumed(bytes: count, keeping: keptAfter - keptBefore).report(to: connection)
        return kept
    }

    private func unpack(_ count: Int, isLast: Bool) async throws -> [UInt8] {
        try await delivery.intake.retrying(for: Format.patience) {
            // What is compressed may grow to the limit at once; then it counts as the body does.
            let limit = EventLimits.decompressedBytes
            let mayKeep = body.coding == .identity ? min(limit, body.keptBytes + count + 1 << 20) : limit
            return try await delivery.intake.decoding.withPlace(
                for: tenant,
                bytes: mayKeep + Self.stateBytes + count,
                bodyBytes: count
            ) { place -> [UInt8] in
                try await body.unpack(count, on: place, paidBy: charge)
                guard isLast else { return [] }
                return try await place.run { [body] in try body.finish() }
            }
        }
    }
}

extension RequestDelivery {
    /// Reads a body of which a part is kept, and unpacks a long one while it arrives.
    func read(
        _ head: DeliveryHead<Format>,
        of tenant: Tenant.ID,
        paidBy charge: DeliveryCharge
    ) async throws -> PackedDelivery<Format> {
        let isAnnouncedLong = (head.announcedBytes ?? 0) > BodyStream<Format>.collectedBytes
        var stream: BodyStream<Format>?
        var batch = ByteBuffer()
        var (received, paid) = (0, 0)
        try await request.readContent(
            upTo: Format.maximumStreamedBytes,
            paying: { count in
                // The rest is paid as it arrives: an announcement of much costs as much as one of little.
                paid += min(count, BodyStream<Format>.collectedBytes)
                try await charge.paySent(min(count, BodyStream<Format>.collectedBytes))
            }
        ) { piece in
            received += piece.readableBytes
            let due = received - paid
            if due > 0 {
                paid = received
                try await charge.paySent(due)
            }
            batch.writeImmutableBuffer(piece)
            if stream == nil, isAnnouncedLong || batch.readableBytes > BodyStream<Format>.collectedBytes {
                stream = try await makeStream(head, of: tenant, paidBy: charge)
            }
            guard let started = stream, batch.readableBytes >= BodyStream<Format>.batchBytes else { return }
            let full = batch
            batch = ByteBuffer()
            _ = try await started.take(full, isLast: false)
        }
        guard let stream else { return PackedDelivery(sent: batch, head) }
        return PackedDelivery(kept: try await stream.take(batch, isLast: true), head)
    }

    /// - Returns: nil when everything is kept of the body.
    private func makeStream(
        _ head: DeliveryHead<Format>,
        of tenant: Tenant.ID,
        paidBy charge: DeliveryCharge
    ) async throws -> BodyStream<Format>? {
        let limit = EventLimits.decompressedBytes
        guard let body = head.sieved(keeping: limit, packedBytes: head.announcedBytes) else { return nil }
        let stream = BodyStream(body, of: tenant, delivery: self, charge: charge)
        try await stream.begin()
        return stream
    }
}
