import Domain
import Synchronization

/// Checks the chains of all tenants, a part at a time, and remembers what it found: what was appended at once, and the
/// whole chain again each day.
public final class AuditVerification: Sendable {
    public enum State: Sendable, Hashable {
        /// Every entry up to this one was intact at this time.
        case whole(until: Int64, at: Timestamp)
        /// The first entry that was changed, or is missing.
        case broken(at: Int64)
    }

    /// What a read costs, counted in entries.
    private static let costOfRead = 100
    private static let pause = Duration.days(1)

    private struct Progress: Sendable {
        var position = AuditHead.start
        /// When the walk began at the first entry.
        var start: Timestamp
        /// Whether the walk has reached the head of the chain.
        var isAtEnd = false
        var state: State?
    }

    private let audit: any AuditStore
    private let entriesOfTurn: Int
    private let now: @Sendable () -> Timestamp
    private let progress = Mutex<[Tenant.ID: Progress]>([:])

    /// - Parameter entriesOfTurn: the entries of one turn, about.
    init(audit: any AuditStore, entriesOfTurn: Int = 50_000, now: @escaping @Sendable () -> Timestamp) {
        self.audit = audit
        self.entriesOfTurn = entriesOfTurn
        self.now = now
    }

    /// What is known of a chain; nil while not all of it has been read since the server started.
    public func state(of tenant: Tenant.ID) -> State? { progress.withLock { $0[tenant]?.state } }

    /// The number of chains that are broken.
    public var brokenChains: Int {
        progress.withLock { $0.values.count { if case .broken = $0.state { true } else { false } } }
    }

    /// Runs one turn of the timer.
    /// - Returns: the chains that were found broken in this turn.
    public func turn() async throws(DomainError) -> [Tenant.ID] {
        let heads = try await audit.heads()
        let known = progress.withLock { $0 }
        // A chain without a head is one whose entries were all removed.
        let tenants = Set(heads.keys).union(known.keys).filter { tenant in
            if case .broken = known[tenant]?.state { false } else { true }
        }
        var left = entriesOfTurn
        var broken: [Tenant.ID] = []
        // Those that were looked at longest ago first: one turn may not be enough for all.
        for tenant in tenants.sorted(by: { Self.checked(known[$0]) < Self.checked(known[$1]) }) where left > 0 {
            var place = Self.next(known[tenant], at: now())
            try await check(tenant, &place, until: heads[tenant] ?? .start, &left)
            if case .broken = place.state { broken.append(tenant) }
            let found = place
            progress.withLock { $0[tenant] = found }
        }
        return broken
    }

    private static func checked(_ progress: Progress?) -> Int64 {
        if case .whole(_, let time) = progress?.state { time.milliseconds } else { 0 }
    }

    private static func next(_ progress: Progress?, at now: Timestamp) -> Progress {
        guard var progress else { return Progress(start: now) }
        if progress.isAtEnd, progress.start <= now - pause { progress = Progress(start: now, state: progress.state) }
        return progress
    }

    private func check(
        _ tenant: Tenant.ID,
        _ place: inout Progress,
        until head: AuditHead,
        _ left: inout Int
    ) async throws(DomainError) {
        while left > 0 {
            if place.position == head {
                (place.isAtEnd, place.state) = (true, .whole(until: head.sequence, at: now()))
                return
            }
            let walked = try await audit.walk(tenant, from: place.position)
            left -= walked.hashes.count + Self.costOfRead
            if let broken = walked.broken {
                place.state = .broken(at: broken)
                return
            }
            let reached =
                walked.hashes[head.sequence] ?? (place.position.sequence == head.sequence ? place.position.hash : nil)
            place.position = walked.last
            if let reached {
                place.isAtEnd = true
                place.state =
                    reached == head.hash
                    ? .whole(until: walked.last.sequence, at: now()) : .broken(at: head.sequence)
                return
            }
            if walked.last.sequence > head.sequence || walked.hashes.isEmpty {
                place.state = .broken(at: min(walked.last.sequence, head.sequence) + 1)
                return
            }
        }
    }
}
