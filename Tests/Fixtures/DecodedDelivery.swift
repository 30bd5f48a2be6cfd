import Domain
import UseCases

/// A delivery that is decoded already: it takes the way of those that clients send.
public struct DecodedDelivery: IncomingDelivery, DeliveryBody {
    private let delivery: EventDelivery
    public let credential: IngestCredential?
    public let client: DeliveryClient
    public let patience = Duration.zero

    /// - Parameters:
    ///   - key: the text of an ingest key.
    ///   - address: of the client; nil for one without limits and shares of its own.
    public init(_ delivery: EventDelivery, key: String, from address: String? = nil) {
        self.delivery = delivery
        credential = .key(key)
        client = DeliveryClient(address: address, networks: address.flatMap { ClientNetworks($0) })
    }

    /// A delivery of events.
    public init(_ events: [DecodedEvent], key: String, from address: String? = nil) {
        self.init(
            EventDelivery(sentAt: nil, items: events.map { .event($0) }, examined: events.count),
            key: key,
            from: address
        )
    }

    public func body(from key: KeyRecord?, paidBy charge: DeliveryCharge) -> DecodedDelivery { self }

    public func whileConnected<Outcome: Sendable>(
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try await work()
    }

    public func outcome(of error: any Error) -> (outcome: ItemOutcome, reason: String)? { nil }

    public var byteCount: Int { 0 }
    public var unpackedSizes: [Int] { [delivery.memoryBytes] }
    public var credentialMemoryBytes: Int { 0 }

    public func memoryBytes(ofUnpacked size: Int) -> Int { size }

    public func credential(on place: DecodingGate.Place) throws -> IngestCredential {
        throw DeliveryRejection.unknownCredential
    }

    public func decode(
        unpackedTo size: Int,
        on place: DecodingGate.Place,
        receivedAt: @escaping @Sendable () -> Timestamp,
        paidBy charge: DeliveryCharge
    ) -> EventDelivery? {
        delivery
    }
}
