import Domain
import Synchronization

/// Checks the chains of all tenants, a part at a time, and remembers what it found: each turn follows what was appended,
/// and reads a part of all entries again, which begins anew each day.
public final class AuditVerification: Sendable {
    public enum State: Sendable, Hashable {
        /// All entries were intact when they were last read, beginning at `read`; the chain was followed to entry `until`
        /// at `followed`.
        case whole(until: Int64, read: Timestamp, followed: Timestamp)
        /// The first entry that was changed, or is missing, as far as is known.
        case broken(at: Int64)
    }

    /// What a read costs, counted in entries.
    private static let costOfRead = 100
    private static let pause = Duration.days(1)

    private struct Progress: Sendable {
        /// The end of the chain as it was last seen; nil before all entries have been read once.
        var end: AuditHead?
        var followed: Timestamp?
        /// Where the reading of all entries is, and when it began; nil when it is complete.
        var place: AuditHead? = .start
        var start: Timestamp
        /// When the latest complete reading began.
        var read: Timestamp?
        var broken: Int64?
        /// The number of the turn that read entries last.
        var turn = 0

        var state: State? {
            if let broken { return .broken(at: broken) }
            guard let end, let read, let followed else { return nil }
            return .whole(until: end.sequence, read: read, followed: followed)
        }
    }

    private struct Known: Sendable {
        var progress: [Tenant.ID: Progress] = [:]
        var turn = 0
    }

    private let audit: any AuditStore
    private let entriesOfTurn: Int
    private let now: @Sendable () -> Timestamp
    private let known = Mutex(Known())

    /// - Parameter entriesOfTurn: the entries of one turn, about.
    init(audit: any AuditStore, entriesOfTurn: Int = 50_000, now: @escaping @Sendable () -> Timestamp) {
        self.audit = audit
        self.entriesOfTurn = entriesOfTurn
        self.now = now
    }

    /// What is known of a chain; nil while not all of it has been read since the server started.
    public func state(of tenant: Tenant.ID) -> State? { known.withLock { $0.progress[tenant]?.state } }

    /// The number of chains that are broken.
    public var brokenChains: Int { known.withLock { $0.progress.values.count { $0.broken != nil } } }

    /// Runs one turn of the timer. A chain that cannot be read leaves the others their turn.
    /// - Returns: the chains that were found broken in this turn.
    /// - Throws: the first error, when no chain was found broken.
    public func turn() async throws(DomainError) -> [Tenant.ID] {
        let heads = try await audit.heads()
        let (before, turn) = known.withLock { known in
            known.turn += 1
            return (known.progress, known.turn)
        }
        // A chain without a head is one whose entries were all removed.
        let all = Set(heads.keys).union(before.keys)
        var left = entriesOfTurn
        var failure: DomainError?
        for work in [Work.follow, .read] {
            // Those that had a turn longest ago first: one turn may not be enough for all.
            for tenant in all.sorted(by: { (before[$0]?.turn ?? 0, $0) < (before[$1]?.turn ?? 0, $1) }) {
                var progress = known.withLock { $0.progress[tenant] } ?? Progress(start: now())
                do {
                    switch work {
                    case .follow: try await follow(tenant, &progress, to: heads[tenant] ?? .start, &left)
                    case .read: try await read(tenant, &progress, to: heads[tenant] ?? .start, &left, turn)
                    }
                } catch { failure = failure ?? error }
                let found = progress
                known.withLock { $0.progress[tenant] = found }
            }
        }
        let broken = known.withLock { known in
            all.filter { known.progress[$0]?.broken != nil && before[$0]?.broken == nil }
        }
        if broken.isEmpty, let failure { throw failure }
        return broken.sorted()
    }

    private enum Work {
        case follow, read
    }

    /// Checks what was appended since the last turn.
    private func follow(
        _ tenant: Tenant.ID,
        _ progress: inout Progress,
        to head: AuditHead,
        _ left: inout Int
    ) async throws(DomainError) {
        guard progress.broken == nil, let end = progress.end else { return }
        switch try await step(from: end, to: head, in: tenant, &left) {
        case nil: break
        case .reached(let last): (progress.end, progress.followed) = (last, now())
        case .part(let last): progress.end = last
        case .broken(let sequence):
            // All entries are read anew, up to the end that was seen: they tell which is the first.
            (progress.broken, progress.place, progress.start) = (sequence, .start, now())
        }
    }

    /// Reads the next part of all entries.
    private func read(
        _ tenant: Tenant.ID,
        _ progress: inout Progress,
        to head: AuditHead,
        _ left: inout Int,
        _ turn: Int
    ) async throws(DomainError) {
        if progress.place == nil, progress.start <= now() - Self.pause {
            (progress.place, progress.start) = (.start, now())
        }
        guard let place = progress.place else { return }
        guard left > 0 else { return }
        progress.turn = turn
        switch try await step(from: place, to: progress.end ?? head, in: tenant, &left) {
        case nil: break
        case .reached(let last):
            (progress.place, progress.read, progress.broken) = (nil, progress.start, nil)
            if progress.end == nil { (progress.end, progress.followed) = (last, now()) }
        case .part(let last): progress.place = last
        case .broken(let sequence): (progress.broken, progress.place) = (sequence, nil)
        }
    }

    private enum Result {
        /// The wanted entry is intact, and all that were read after it.
        case reached(AuditHead)
        case part(AuditHead)
        case broken(at: Int64)
    }

    /// Checks entries of a chain up to one that is known, or as many as are left.
    /// - Returns: nil when none are left.
    private func step(
        from start: AuditHead,
        to wanted: AuditHead,
        in tenant: Tenant.ID,
        _ left: inout Int
    ) async throws(DomainError) -> Result? {
        if start == wanted { return .reached(start) }
        guard start.sequence < wanted.sequence else {
            return .broken(at: wanted.sequence + (start.sequence > wanted.sequence ? 1 : 0))
        }
        var place = start
        var hasRead = false
        while left > 0 {
            let walked = try await audit.walk(tenant, from: place)
            hasRead = true
            left -= walked.hashes.count + Self.costOfRead
            if let hash = walked.hashes[wanted.sequence] {
                guard hash == wanted.hash else { return .broken(at: wanted.sequence) }
                return walked.broken.map { .broken(at: $0) } ?? .reached(walked.last)
            }
            if let broken = walked.broken { return .broken(at: broken) }
            guard !walked.hashes.isEmpty else { return .broken(at: place.sequence + 1) }
            place = walked.last
        }
        return hasRead ? .part(place) : nil
    }
}
