import Domain
import Ingest
import UseCases
import WebCore

extension IngestRoute {
    /// Unpacks and decodes on the thread of the place. The unpacked bytes are charged in between.
    /// - Returns: nil when the delivery is larger.
    func decode(
        _ packed: PackedDelivery<Format>,
        unpackedTo size: Int,
        _ place: DecodingGate.Place,
        _ charge: DeliveryCharge
    ) async throws -> EventDelivery? {
        try await charging(charge, codedAs: packed.coding) { () -> EventDelivery? in
            guard let body = try await unpack(packed, to: size, place, charge) else { return nil }
            packed.drop()
            place.hold(DeliveryMemory.bytes(ofUnpacked: body.count))
            let receivedAt = now()
            return try await place.run { try Format.decode(body, as: packed.encoding, receivedAt: receivedAt) }
        }
    }

    /// - Returns: what is decoded of the body; nil when it is larger.
    private func unpack(
        _ packed: PackedDelivery<Format>,
        to size: Int,
        _ place: DecodingGate.Place,
        _ charge: DeliveryCharge
    ) async throws -> [UInt8]? {
        guard let sieved = packed.sieved(to: size) else {
            guard let body = try await place.run({ try packed.unpacked(to: size) }) else { return nil }
            if packed.isPacked { try await whole { try await charge.payUnpacked(kept: body.count) } }
            return body
        }
        do {
            try await place.run { sieved.add(packed.bytes) }
            try await unpack(sieved, place, charge)
            return try await place.run { try sieved.finish() }
        } catch let error as DeliveryError where error.isTooLarge && packed.mayBeLarger(than: size) {
            // The body is unpacked again.
            let done = sieved.progress
            if packed.isPacked { try await whole { try await charge.payAgain(for: done) } }
            return nil
        }
    }

    /// Unpacks what was added to the body, step by step: each is paid for before the next, also one that fails.
    func unpack(_ body: SievedBody, _ place: DecodingGate.Place, _ charge: DeliveryCharge) async throws {
        while true {
            let step = try await place.run { Result { try body.unpack() } }
            if body.coding != .identity {
                let done = body.progress
                try await whole { try await charge.payUnpacked(kept: done.keptBytes, readOver: done.readOverBytes) }
            }
            if try step.get().isDone { return }
        }
    }

    /// Runs a part of reading a body, and charges the items that were looked at before a fault.
    /// - Throws: 400 and 413 for errors of the body.
    func charging<Outcome>(
        _ charge: DeliveryCharge,
        codedAs coding: ContentCoding,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        do { return try await work() } catch let error as InflateError {
            throw WebFailure(error, coding)
        } catch let error as DeliveryError {
            try await whole { try await charge.pay(error.examined, .events) }
            throw WebFailure(error)
        }
    }
}
