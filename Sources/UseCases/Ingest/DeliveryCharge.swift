import Domain
import Synchronization

/// The tokens that one delivery takes from the limits of its key and its address, or of one of them.
///
/// Its bytes are the larger of two sums, and never more than the share of one address:
///
/// - the body as sent, which is paid before it is read, and beyond 1 MiB of one that is sieved as it arrives;
/// - of a compressed body, what is kept of it unpacked, and an eighth of what is read over, as attachments: that takes
///   time (25 ms of a core for 8 MiB) and no memory. It is paid as it is unpacked, before more is.
///
/// So an attachment that does not compress costs what it costs without compression.
///
/// Every payment throws `DeliveryRejection.limited` when a limit is exceeded, and `.unavailable`.
public final class DeliveryCharge: Sendable {
    private static let readOverPart = 8

    private let limiter: any IngestLimiting
    private let key: APIKey?
    private let client: DeliveryClient
    private let paid = Mutex(RateLimitStatus(wait: nil, levels: []))
    /// The bytes of the body as sent, and the bytes that are paid.
    private let body = Mutex((sent: 0, paid: 0))

    /// - Parameter key: nil to take from the limits of the address alone.
    package init(limiter: any IngestLimiting, key: APIKey?, client: DeliveryClient) {
        self.limiter = limiter
        self.key = key
        self.client = client
    }

    /// What is left after the payments so far.
    var status: RateLimitStatus { paid.withLock(\.self) }

    /// Pays for bytes of the body as sent, before they are read.
    public func paySent(_ count: Int) async throws {
        let sent = body.withLock { body in
            body.sent += count
            return body.sent
        }
        try await pay(bytesUpTo: sent)
    }

    /// Pays for what a compressed body unpacks to so far.
    public func payUnpacked(kept: Int, readOver: Int = 0) async throws {
        try await pay(bytesUpTo: kept + readOver / Self.readOverPart)
    }

    /// Pays for unpacking a body that is unpacked once more, with more room.
    public func payUnpackedAgain(kept: Int, readOver: Int) async throws {
        let due = (kept + readOver) / Self.readOverPart
        if due > 0 { try await pay(due, .bytes) }
    }

    /// Pays from the limits of the key for bytes as sent that the address has paid for already.
    func payAgain(asKey count: Int) async throws {
        try Self.check(try await take(count, .bytes, address: nil))
        body.withLock { $0 = ($0.sent + count, $0.paid + count) }
    }

    /// Pays for parts of the body that were examined before an error was found.
    public func payExamined(_ count: Int) async throws { try await pay(count, .events) }

    /// Pays for the items of a delivery.
    func pay(for delivery: EventDelivery) async throws {
        try await pay(
            max(1, delivery.chargedItems),
            .events,
            categories: delivery.counted(as: .limited, reason: "").filter(\.outcome.isReceived).map(\.category)
        )
    }

    private func pay(bytesUpTo total: Int) async throws {
        let greatest = limiter.limits.greatestCharge(of: .bytes, hasKey: key != nil, networks: client.networks)
        let total = min(total, greatest)
        let due = total - body.withLock { $0.paid }
        guard due > 0 else { return }
        try await pay(due, .bytes)
        body.withLock { $0.paid = max($0.paid, total) }
    }

    /// - Parameter categories: of the items that were decoded; asked for when a limit is exceeded.
    func pay(_ count: Int, _ unit: RateLimitUnit, categories: @autoclosure () -> [ItemCategory] = []) async throws {
        let claim = try await take(count, unit, address: client.address)
        let status = paid.withLock { paid in
            paid = paid.followed(by: claim)
            return paid
        }
        try Self.check(status, categories())
    }

    private func take(_ count: Int, _ unit: RateLimitUnit, address: String?) async throws -> RateLimitStatus {
        try await EventIntake.uncancelled { [limiter, key, client] in
            try await limiter.take(count, of: unit, key: key, networks: client.networks, address: address)
        }
    }

    private static func check(_ status: RateLimitStatus, _ categories: @autoclosure () -> [ItemCategory] = []) throws {
        if let wait = status.wait { throw DeliveryRejection.limited(status, wait: wait, categories: categories()) }
    }
}
