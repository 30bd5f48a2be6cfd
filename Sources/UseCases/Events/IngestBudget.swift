import Domain
import Synchronization

/// Limits how much telemetry a key and a tenant may store on a day, in UTC. The key is public, so attackers will try to
/// fill the disk with it.
public final class IngestBudget: Sendable {
    public struct Limits: Sendable, Hashable {
        /// 1 GiB: some three million events.
        public var bytesPerKey: Int64 = 1 << 30
        public var bytesPerTenant: Int64 = 2 << 30

        public init() {}

        public init(perKey: Int64, perTenant: Int64) {
            bytesPerKey = perKey
            bytesPerTenant = perTenant
        }
    }

    /// The time for which a reading is cached; deliveries meanwhile can exceed the budget.
    private static let memory = Duration.seconds(1)

    private struct Reading: Sendable {
        let usage: IngestUsage
        let at: Timestamp
    }

    public let limits: Limits
    private let store: any EventStore
    private let now: @Sendable () -> Timestamp
    private let readings = Mutex(RecentlyUsed<APIKey.ID, Reading>(maximumCount: 10_000))
    private let refusals = Atomic(0)

    public init(store: any EventStore, limits: Limits = Limits(), now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.limits = limits
        self.now = now
    }

    /// The deliveries rejected since the start.
    public var refused: Int { refusals.load(ordering: .relaxed) }

    /// - Throws: `.throttled` until the next day when the budget of the key or the tenant is used up; `.unavailable`
    func admit(_ key: KeyRecord) async throws(DomainError) {
        let moment = now()
        let usage = try await usage(of: key, at: moment)
        guard usage.key >= limits.bytesPerKey || usage.tenant >= limits.bytesPerTenant else { return }
        refusals.add(1, ordering: .relaxed)
        throw .throttled(retryAfter: (moment.startOfDay + .days(1)).since(moment))
    }

    /// The part of the budget of the day that the key or the tenant has used.
    func used(by key: KeyRecord) async throws(DomainError) -> Double {
        let usage = try await usage(of: key, at: now())
        return max(
            Double(usage.key) / Double(max(1, limits.bytesPerKey)),
            Double(usage.tenant) / Double(max(1, limits.bytesPerTenant))
        )
    }

    private func usage(of key: KeyRecord, at moment: Timestamp) async throws(DomainError) -> IngestUsage {
        if let reading = readings.withLock({ $0[key.key.id] }), reading.at.startOfDay == moment.startOfDay,
            moment.since(reading.at) < Self.memory
        {
            return reading.usage
        }
        let usage = try await store.usage(of: key.key.id, in: key.tenant.id, at: moment)
        readings.withLock { $0[key.key.id] = Reading(usage: usage, at: moment) }
        return usage
    }
}
