import Domain
import Synchronization

/// Decides event by event what is stored, what is only counted and what is rejected: by the load of the tenant, and by
/// what one installation of an app sends.
public final class LoadShedding: Sendable {
    /// The result for one event.
    enum Decision: Sendable, Hashable {
        case store
        /// The event is counted, and has no row.
        case count(reason: String)
        case reject(reason: String)
    }

    public struct Limits: Sendable {
        /// Of successes, one attempt in so many is stored at `SheddingLevel.successes`.
        public var successes: UInt64 = 10
        /// The events of one failure that are stored in a minute at `SheddingLevel.frequentFailures`.
        public var failuresPerMinute = 100
        /// The burst of events of one installation; refilled evenly over a minute. An app that was offline sends what it
        /// kept.
        public var perInstallation = 10_000

        public init() {}
    }

    private struct FailureOfMinute: Hashable {
        let tenant: Tenant.ID
        let failure: FailureKey
    }

    private struct Frequency {
        var minute: Int64
        var count: Int
    }

    private struct Installation: Hashable {
        let tenant: Tenant.ID
        /// The bytes of its id, which the client chooses. The hash of an array, unlike that of `Data`, is made of all.
        let id: [UInt8]
    }

    private struct State {
        var levels = RecentlyUsed<Tenant.ID, SheddingLevel>(maximumCount: 10_000)
        var frequencies = RecentlyUsed<FailureOfMinute, Frequency>(maximumCount: 10_000)
    }

    private static let minute: Int64 = 60_000

    private let limits: Limits
    private let perInstallation: RateLimit
    private let state = Mutex(State())
    private let installations = TokenBuckets<Installation>()

    public init(limits: Limits = Limits()) {
        self.limits = limits
        perInstallation = RateLimit("events/installation", capacity: limits.perInstallation, per: .minutes(1))
    }

    /// The higher of two levels: the one by the queue, which is remembered for each tenant because it falls with a
    /// margin, and the one by the budget, which is not.
    /// - Parameters:
    ///   - pressure: the part of its places in the queue that the tenant has filled.
    ///   - used: the greatest part that is used of the budget of the day: by the key, by the tenant, or by the client
    ///     of its share of either.
    func level(of tenant: Tenant.ID, pressure: Double, used: Double) -> SheddingLevel {
        let ofLoad = state.withLock { state in
            let level = (state.levels[tenant] ?? .none).next(pressure: pressure)
            state.levels[tenant] = level
            return level
        }
        return max(ofLoad, .budget(used: used))
    }

    func decide(_ event: ClassifiedEvent, of tenant: Tenant.ID, at level: SheddingLevel) -> Decision {
        guard takesToken(event, of: tenant) else { return .reject(reason: "installation") }
        if let failure = event.failure {
            guard level >= .frequentFailures,
                isFrequent(FailureOfMinute(tenant: tenant, failure: failure), at: event.receivedAt)
            else { return .store }
            return .count(reason: "frequent_failure")
        }
        switch event.content.outcome {
        case .success where level >= .successes: return isSampled(event) ? .store : .count(reason: "success")
        case .info where level >= .information: return .reject(reason: "overload")
        default: return .store
        }
    }

    /// Counts the event of a failure.
    private func isFrequent(_ key: FailureOfMinute, at receivedAt: Timestamp) -> Bool {
        let minute = receivedAt.milliseconds / Self.minute
        return state.withLock { state in
            var frequency = state.frequencies[key] ?? Frequency(minute: minute, count: 0)
            if frequency.minute != minute { frequency = Frequency(minute: minute, count: 0) }
            frequency.count += 1
            state.frequencies[key] = frequency
            return frequency.count > limits.failuresPerMinute
        }
    }

    /// Whether a success is stored. The events of an attempt share the decision, on all nodes: it follows from the
    /// last seven bytes of the trace id, which are random (W3C Trace Context Level 2 §3.2.2.3).
    private func isSampled(_ event: ClassifiedEvent) -> Bool {
        let bytes = event.content.attempt?.bytes ?? event.content.id.uuid.bytes
        return bytes.suffix(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % limits.successes == 0
    }

    /// Takes a token of the installation; events without one are limited by their key and address alone.
    private func takesToken(_ event: ClassifiedEvent, of tenant: Tenant.ID) -> Bool {
        guard event.content.source == .client, let id = event.content[.installation] else { return true }
        let claim = TokenClaim(limit: perInstallation, subject: Installation(tenant: tenant, id: Array(id.utf8)))
        return installations.take(claim, at: event.receivedAt) == nil
    }
}
