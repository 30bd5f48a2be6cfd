import Domain
import Foundation
import Synchronization

/// Remembers where pages of lists by offset ended, so that a client that reads one page after the other is answered by
/// key: the thousandth page costs as much as the first, and no user is skipped because others were added meanwhile.
final class DirectoryPlaces: Sendable {
    struct Key: Hashable {
        let tenant: Tenant.ID
        /// The bytes of the search text.
        let search: [UInt8]
        /// The number of users before this place.
        let skipped: Int

        init(_ search: String?, skipped: Int, in tenant: Tenant.ID) {
            self.tenant = tenant
            self.search = Array((search ?? "").utf8)
            self.skipped = skipped
        }
    }

    static let maximumCount = 10_000
    /// The time after which a page is counted from the beginning again.
    static let lifetime = Duration.minutes(10)

    private let places = Mutex(RecentlyUsed<Key, (user: User.ID, at: Timestamp)>(maximumCount: maximumCount))

    /// Returns the last user of the previous page.
    func place(_ key: Key, at moment: Timestamp) -> User.ID? {
        places.withLock { places in
            guard let place = places[key], (.zero..<Self.lifetime).contains(moment.since(place.at)) else { return nil }
            return place.user
        }
    }

    func remember(_ user: User.ID, before key: Key, at moment: Timestamp) {
        places.withLock { $0[key] = (user, moment) }
    }
}
