import Domain
import Synchronization

/// Counts deliveries that failed as a whole, and the items of those that were decoded before, in memory: a flood of them
/// must not write to the database.
final class FailedDeliveries: Sendable {
    /// The sums that are kept. There is one for each key, category and reason, so more are needed only while the database
    /// has been unavailable for long; further ones are not counted.
    static let maximumSums = 10_000

    struct Key: Hashable {
        let tenant: Tenant.ID
        let key: APIKey.ID
        let outcome: ItemOutcome
        let category: ItemCategory
        let reason: String
    }

    private let sums: Mutex<[Key: Int]>
    private let maximumSums: Int

    init(maximumSums: Int = FailedDeliveries.maximumSums) {
        self.maximumSums = maximumSums
        sums = Mutex([:])
    }

    func add(_ count: Int = 1, to key: Key) {
        sums.withLock { sums in
            guard sums[key] != nil || sums.count < maximumSums else { return }
            sums[key, default: 0] += count
        }
    }

    /// Removes and returns all sums.
    func take() -> [Key: Int] {
        sums.withLock { sums in
            let taken = sums
            sums = [:]
            return taken
        }
    }
}
