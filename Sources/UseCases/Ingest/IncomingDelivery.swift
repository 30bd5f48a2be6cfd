import Domain

/// A delivery that a client sends: what its wire format and its connection know of it.
public protocol IncomingDelivery: Sendable {
    associatedtype Body: DeliveryBody

    /// nil when it can only be in the body.
    var credential: IngestCredential? { get }
    var client: DeliveryClient { get }
    /// How long it waits for its transaction when too many wait already: zero when clients send it again.
    var patience: Duration { get }

    /// Reads the body.
    /// - Parameters:
    ///   - key: by which the delivery is authenticated; nil when the credential can only be in the body.
    ///   - charge: pays for the bytes before they are read.
    /// - Throws: errors of the request, `DeliveryRejection`, `.unavailable`.
    func body(from key: KeyRecord?, paidBy charge: DeliveryCharge) async throws -> Body

    /// Runs work that ends when the client has gone: without an answer it sends the delivery again.
    func whileConnected<Outcome: Sendable>(
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome

    /// What a delivery counts as that failed by an error of its request.
    /// - Returns: the outcome, and a reason of a closed set; nil for any other error.
    func outcome(of error: any Error) -> (outcome: ItemOutcome, reason: String)?
}

/// The body of a delivery, complete and not decoded.
public protocol DeliveryBody: Sendable {
    /// The size as it is held until it is decoded.
    var byteCount: Int { get }
    /// The unpacked sizes for which memory is reserved, one after the other: a delivery that turns out larger than the
    /// first is decoded again for the next.
    var unpackedSizes: [Int] { get }
    /// The memory that it takes at most while the credential in it is found.
    var credentialMemoryBytes: Int { get }

    /// The memory that it takes at most while it is unpacked to this size and decoded.
    func memoryBytes(ofUnpacked size: Int) -> Int

    /// Finds the credential of a delivery that has none in its head.
    /// - Throws: errors of the request, also one without a credential.
    func credential(on place: DecodingGate.Place) async throws -> IngestCredential

    /// Unpacks and decodes the body; an invalid item is rejected alone.
    /// - Parameters:
    ///   - size: one of `unpackedSizes`.
    ///   - receivedAt: the clock; read when the body is unpacked.
    ///   - charge: pays for what is unpacked, and for what was examined before an error.
    /// - Returns: nil when the delivery is larger.
    /// - Throws: errors of the request, `DeliveryRejection`, `.unavailable`.
    func decode(
        unpackedTo size: Int,
        on place: DecodingGate.Place,
        receivedAt: @escaping @Sendable () -> Timestamp,
        paidBy charge: DeliveryCharge
    ) async throws -> EventDelivery?
}

/// By what a delivery is authenticated.
public enum IngestCredential: Sendable {
    /// An ingest key.
    case key(String)
    /// The key of a Sentry DSN, and the number of the tenant that the DSN names as its project.
    case dsn(key: String, project: Int)
}

/// Where a delivery comes from.
public struct DeliveryClient: Sendable {
    /// nil for one without limits of its own.
    public let address: String?
    /// nil for one without shares of what is granted to a key.
    public let networks: ClientNetworks?

    public init(address: String?, networks: ClientNetworks?) {
        self.address = address
        self.networks = networks
    }
}
