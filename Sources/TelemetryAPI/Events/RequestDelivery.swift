import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import UseCases
import WebCore

/// The delivery of one request.
struct RequestDelivery<Format: IngestFormat>: IncomingDelivery {
    let format: Format
    let request: Request
    let context: GatehouseContext
    let intake: EventIntake
    let tasks: ConnectionTasks

    var credential: IngestCredential? { format.credential }
    var patience: Duration { Format.patience }

    var client: DeliveryClient {
        DeliveryClient(address: context.clientAddress, networks: context.identity.networks)
    }

    /// Reads the body; a long one of which a part is kept is unpacked while it arrives, once the key is known.
    /// - Throws: 415 for another type or encoding, before anything is read; 413, or 400 when it is truncated.
    func body(from key: KeyRecord?, paidBy charge: DeliveryCharge) async throws -> PackedDelivery<Format> {
        let head = try DeliveryHead(format, request)
        guard let key, head.mayStream else {
            let bytes = try await request.rawContent(upTo: head.maximumCollectedBytes, paying: charge.paySent)
            return PackedDelivery(sent: bytes, head)
        }
        return try await read(head, of: key.tenant.id, paidBy: charge)
    }

    func whileConnected<Outcome: Sendable>(
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try await tasks.whileConnected(context.connection, work)
    }

    func outcome(of error: any Error) -> (outcome: ItemOutcome, reason: String)? {
        guard let failure = error as? WebFailure, failure.status.kind == .clientError else { return nil }
        return (.invalid, failure.code)
    }
}
