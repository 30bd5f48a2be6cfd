import Crypto
import Domain
import Foundation
import Synchronization

/// The credentials that were unknown a moment ago: they are rejected without a read of the database.
///
/// Keys are random, so none of these can become a key later; the short time is for a restored backup.
final class UnknownCredentials: Sendable {
    private static let lifetime = Duration.seconds(30)

    /// By a hash: a text may be longer than a key, or a secret that was sent by mistake.
    private let found: Mutex<RecentlyUsed<Data, Timestamp>>
    private let now: @Sendable () -> Timestamp

    init(maximumCount: Int = 10_000, now: @escaping @Sendable () -> Timestamp) {
        found = Mutex(RecentlyUsed(maximumCount: maximumCount))
        self.now = now
    }

    func contains(_ credential: IngestCredential) -> Bool {
        let hash = Self.hash(credential)
        guard let time = found.withLock({ $0[hash] }) else { return false }
        return now().since(time) < Self.lifetime
    }

    func add(_ credential: IngestCredential) {
        let (hash, now) = (Self.hash(credential), now())
        found.withLock { $0[hash] = now }
    }

    private static func hash(_ credential: IngestCredential) -> Data {
        switch credential {
        case .key(let text): Data(SHA256.hash(data: Data("key:".utf8) + Data(text.utf8)))
        case .dsn(let key, let project): Data(SHA256.hash(data: Data("dsn:\(project):".utf8) + Data(key.utf8)))
        }
    }
}
