import Domain
import Synchronization

/// Limits how much telemetry a key and a tenant may store on a day, in UTC. The key is public, so attackers will try to
/// fill the disk with it, or to use up what its other clients need.
///
/// So each address has a share of both budgets, and the network around it a larger one; the last fifth is for networks
/// that have sent little. Each node counts the shares for itself, from its start; the budgets are counted by the store.
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

    /// What is used up.
    public enum Exhausted: Sendable, Hashable {
        /// The whole budget.
        case budget
        /// The share of an address.
        case address
        /// The share of a network.
        case network
        /// What a network may store while the last fifth of the budget is used.
        case reserve
    }

    /// Why a delivery is rejected.
    public struct Rejection: Sendable, Hashable {
        public let exhausted: Exhausted
        /// The bytes of a day that were granted.
        public let bytes: Int64
        /// The time until the next day.
        public let retryAfter: Duration
    }

    /// The time for which a reading is cached; what other nodes and other keys of the tenant store meanwhile can exceed
    /// the budget.
    private static let memory = Duration.seconds(1)
    /// The counters take 2 MiB. Of 10 GiB a day, a network is counted 0.6 MiB too much at most, on average.
    private static let columns = 65_536

    private struct Reading: Sendable {
        let usage: IngestUsage
        let at: Timestamp
    }

    private enum Owner: Sendable, Hashable {
        case key(APIKey.ID)
        case tenant(Tenant.ID)
    }

    private enum Subject: Sendable, Hashable {
        case address(String, Owner)
        case network(String, Owner)
    }

    public let limits: Limits
    private let store: any EventStore
    private let now: @Sendable () -> Timestamp
    private let readings = Mutex(RecentlyUsed<APIKey.ID, Reading>(maximumCount: 10_000))
    private let shares = Mutex(DayShares<Subject>(columns: IngestBudget.columns))
    private let rejections = Atomic(0)

    init(store: any EventStore, limits: Limits = Limits(), now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.limits = limits
        self.now = now
    }

    /// The deliveries rejected since the start.
    public var rejected: Int { rejections.load(ordering: .relaxed) }

    /// - Parameter networks: of the client; nil for one without shares.
    /// - Returns: why a delivery is rejected; nil when it is accepted.
    /// - Throws: `.unavailable`
    func admit(_ key: KeyRecord, from networks: ClientNetworks?) async throws(DomainError) -> Rejection? {
        let now = now()
        let quotas = try await quotas(of: key, from: networks, at: now)
        guard let (exhausted, bytes) = quotas.compactMap(\.exhausted).first else { return nil }
        rejections.add(1, ordering: .relaxed)
        let wait = (now.startOfDay + .days(1)).since(now)
        return Rejection(exhausted: exhausted, bytes: bytes, retryAfter: wait)
    }

    /// Counts what a delivery has stored, at once.
    /// - Parameter networks: of the client; nil for one without shares.
    func record(_ bytes: Int64, by key: KeyRecord, from networks: ClientNetworks?) {
        guard bytes > 0 else { return }
        let now = now()
        readings.withLock { readings in
            guard let reading = readings[key.key.id] else { return }
            let usage = IngestUsage(key: reading.usage.key + bytes, tenant: reading.usage.tenant + bytes)
            readings[key.key.id] = Reading(usage: usage, at: reading.at)
        }
        guard let networks else { return }
        let day = now.startOfDay
        shares.withLock { shares in
            for owner in [Owner.key(key.key.id), .tenant(key.tenant.id)] {
                shares.add(bytes, to: .address(networks.own, owner), on: day)
                shares.add(bytes, to: .network(networks.wide, owner), on: day)
            }
        }
    }

    /// The part of the budget of the day that the key or the tenant has used, or that the client has used of its share.
    /// - Parameter networks: of the client; nil for one without shares.
    func used(by key: KeyRecord, from networks: ClientNetworks?) async throws(DomainError) -> Double {
        try await quotas(of: key, from: networks, at: now()).reduce(0) { max($0, $1.usedPart) }
    }

    private func quotas(
        of key: KeyRecord,
        from networks: ClientNetworks?,
        at now: Timestamp
    ) async throws(DomainError) -> [DayQuota] {
        let usage = try await usage(of: key, at: now)
        let day = now.startOfDay
        return [
            DayQuota(
                granted: limits.bytesPerKey,
                used: usage.key,
                byClient: used(by: networks, of: .key(key.key.id), on: day)
            ),
            DayQuota(
                granted: limits.bytesPerTenant,
                used: usage.tenant,
                byClient: used(by: networks, of: .tenant(key.tenant.id), on: day)
            ),
        ]
    }

    private func used(by networks: ClientNetworks?, of owner: Owner, on day: Timestamp) -> DayQuota.Client? {
        guard let networks else { return nil }
        return shares.withLock { shares in
            DayQuota.Client(
                address: shares.used(by: .address(networks.own, owner), on: day),
                network: shares.used(by: .network(networks.wide, owner), on: day)
            )
        }
    }

    private func usage(of key: KeyRecord, at now: Timestamp) async throws(DomainError) -> IngestUsage {
        if let reading = readings.withLock({ $0[key.key.id] }), reading.at.startOfDay == now.startOfDay,
            now.since(reading.at) < Self.memory
        {
            return reading.usage
        }
        let usage = try await store.usage(of: key.key.id, in: key.tenant.id, at: now)
        readings.withLock { $0[key.key.id] = Reading(usage: usage, at: now) }
        return usage
    }
}

/// The budget of a key or of a tenant on one day.
private struct DayQuota: Sendable {
    /// What the networks of a client have used.
    struct Client: Sendable {
        let address: Int64
        let network: Int64
    }

    /// The bytes that all clients may store.
    let granted: Int64
    /// The bytes that all clients have stored.
    let used: Int64
    /// nil for a client without shares.
    let byClient: Client?

    private var ofAddress: Int64 { ClientNetworks.ownShare(of: granted) }
    private var ofNetwork: Int64 { ClientNetworks.wideShare(of: granted) }
    /// What a network may store while the last fifth is used: a thousandth, which is 1 MiB of 1 GiB.
    private var ofReserve: Int64 { max(1, granted / 1000) }

    /// What the client has used up, and the bytes that were granted of that; nil when it may store more.
    var exhausted: (part: IngestBudget.Exhausted, bytes: Int64)? {
        if used >= granted { return (.budget, granted) }
        guard let byClient else { return nil }
        if byClient.address >= ofAddress { return (.address, ofAddress) }
        if byClient.network >= ofNetwork { return (.network, ofNetwork) }
        if used >= granted - granted / 5, byClient.network >= ofReserve { return (.reserve, ofReserve) }
        return nil
    }

    /// The greatest part that is used: of all, or of a share of the client.
    var usedPart: Double {
        let all = Double(used) / Double(max(1, granted))
        guard let byClient else { return all }
        return max(all, Double(byClient.address) / Double(ofAddress), Double(byClient.network) / Double(ofNetwork))
    }
}
