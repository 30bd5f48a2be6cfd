import Domain
import HTTPTypes
import Ingest
import Synchronization
import UseCases
import WebCore

/// The tokens that one delivery takes from the limits of its key and its address, or of one of them.
///
/// Its bytes are the larger of two sums, and never more than the share of one address:
///
/// - the body as sent, which is paid before it is read, and beyond 1 MiB of one that is sieved as it arrives;
/// - of a compressed body, what is kept of it unpacked, and an eighth of what is read over, as attachments: that takes
///   time (25 ms of a core for 8 MiB) and no memory. It is paid as it is unpacked, before more is.
///
/// So an attachment that does not compress costs what it costs without compression.
final class DeliveryCharge: Sendable {
    private static let readOverPart = 8

    private let limiter: any IngestLimiting
    private let key: APIKey?
    /// Of the client; nil for one without shares of the key's limits.
    let networks: ClientNetworks?
    private let address: String?
    private let paid = Mutex(RateLimitStatus(wait: nil, levels: []))
    /// The bytes of the body as sent, and the bytes that are paid.
    private let body = Mutex((sent: 0, paid: 0))

    init(limiter: any IngestLimiting, key: APIKey?, networks: ClientNetworks?, address: String?) {
        self.limiter = limiter
        self.key = key
        self.networks = networks
        self.address = address
    }

    /// The rate limit fields of the answer.
    var headers: HTTPFields { paid.withLock(\.headers) }

    /// Pays for bytes of the body as sent, before they are read.
    /// - Throws: as `pay`.
    func paySent(_ count: Int) async throws {
        let sent = body.withLock { body in
            body.sent += count
            return body.sent
        }
        try await pay(bytesUpTo: sent)
    }

    /// Pays for what a compressed body unpacks to so far.
    /// - Throws: as `pay`.
    func payUnpacked(kept: Int, readOver: Int = 0) async throws {
        try await pay(bytesUpTo: kept + readOver / Self.readOverPart)
    }

    /// Pays for unpacking a body that is unpacked once more, with more room.
    /// - Throws: as `pay`.
    func payAgain(for progress: SievedBody.Progress) async throws {
        let due = (progress.keptBytes + progress.readOverBytes) / Self.readOverPart
        if due > 0 { try await pay(due, .bytes) }
    }

    /// Notes bytes of the body as sent that were paid in another way.
    func addPaid(_ count: Int) { body.withLock { $0 = ($0.sent + count, $0.paid + count) } }

    private func pay(bytesUpTo total: Int) async throws {
        let greatest = limiter.limits.greatestCharge(of: .bytes, hasKey: key != nil, networks: networks)
        let total = min(total, greatest)
        let due = total - body.withLock { $0.paid }
        guard due > 0 else { return }
        try await pay(due, .bytes)
        body.withLock { $0.paid = max($0.paid, total) }
    }

    /// - Throws: 429 when a limit is exceeded, and `.unavailable`.
    func pay(_ count: Int, _ unit: RateLimitUnit) async throws {
        let claim = try await limiter.take(count, of: unit, key: key, networks: networks, address: address)
        let all = paid.withLock { paid in
            paid = paid.followed(by: claim)
            return paid
        }
        guard let wait = all.wait else { return }
        var failure = WebFailure(DomainError.throttled(retryAfter: wait))
        failure.headers = all.headers
        throw failure
    }
}
