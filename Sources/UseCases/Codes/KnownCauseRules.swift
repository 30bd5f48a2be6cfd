import Domain
import Synchronization

/// Gives the intake of events the rules of a tenant. When they cannot be read, the last known ones apply, or none: an
/// event is not lost for want of a rule.
public final class KnownCauseRules: Sendable {
    /// After a failure the rules are not asked for again for this long.
    static let pause = Duration.seconds(5)

    private struct Known {
        var rules = CauseRules.none
        var failedAt: Timestamp?
    }

    private let store: any CauseRuleStore
    private let now: @Sendable () -> Timestamp
    private let known = Mutex(RecentlyUsed<Tenant.ID, Known>(maximumCount: 1000))

    init(store: any CauseRuleStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    func rules(of tenant: Tenant.ID) async -> CauseRules {
        let last = known.withLock { $0[tenant] } ?? Known()
        if let failedAt = last.failedAt, (.zero..<Self.pause).contains(now().since(failedAt)) { return last.rules }
        do throws(DomainError) {
            let rules = try await store.recentRules(of: tenant)
            known.withLock { $0[tenant] = Known(rules: rules) }
            return rules
        } catch {
            known.withLock { $0[tenant] = Known(rules: last.rules, failedAt: now()) }
            return last.rules
        }
    }
}
