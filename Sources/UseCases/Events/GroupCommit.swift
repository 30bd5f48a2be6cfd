import Admission
import Domain
import Synchronization

/// Gathers deliveries that arrive while a transaction is being written, and writes them with the next one: one sync to
/// disk for many requests, and no wait when there is only one.
///
/// Tenants take turns, and one of them has at most half of the waiting places, because its ingest key is public. Events
/// of the server itself have a turn and places of their own.
public actor GroupCommit {
    public struct Limits: Sendable {
        /// Events of one transaction; a single delivery may hold more.
        public let transaction: Int
        /// The number of waiting events; a further delivery is rejected.
        public let waiting: Int
        /// The number of places reserved for events of the server itself.
        public let waitingOfServer: Int

        public init(transaction: Int = 2000, waiting: Int = 20_000) {
            self.transaction = transaction
            self.waiting = waiting
            waitingOfServer = waiting / 10
        }
    }

    /// One of the owners has half of the places when it is alone.
    private static let share = 1

    private enum Owner: Hashable {
        case tenant(Tenant.ID)
        case server

        init(_ batch: EventBatch) { self = batch.key == nil ? .server : .tenant(batch.tenant) }
    }

    private struct Waiting {
        let id: UInt64
        let batch: EventBatch
        let continuation: CheckedContinuation<Result<StoredBatch, DomainError>, Never>
    }

    private let store: any EventStore
    /// Gets what was committed; nil where nothing follows events.
    private let feed: EventFeed?
    private let limits: Limits
    private var queue = FairQueue<Owner, Waiting>()
    /// The places that deliveries take in the queue, by their weight.
    private var places = Usage<Owner>() { didSet { count.store(places.total, ordering: .relaxed) } }
    /// Events that no transaction has taken yet.
    public var waiting: Int { places.total }
    /// The number of events, for callers that do not wait for the actor.
    private nonisolated let count = Atomic(0)
    private var isWriting = false
    private var lastID: UInt64 = 0

    init(store: any EventStore, feed: EventFeed? = nil, limits: Limits = Limits()) {
        self.store = store
        self.feed = feed
        self.limits = limits
    }

    public nonisolated var depth: QueueDepth {
        QueueDepth(waiting: count.load(ordering: .relaxed), limit: limits.waiting)
    }

    /// A delivery of a client is given up when its task is cancelled before a transaction takes it.
    /// - Returns: after the commit.
    /// - Throws: `.unavailable` when too many wait already, of the tenant or of all, and when the delivery is given up.
    public func store(_ batch: EventBatch) async throws(DomainError) -> StoredBatch {
        let owner = Owner(batch)
        // What the server itself recorded is sent by no client again.
        if owner != .server, Task.isCancelled { throw .unavailable(retryAfter: .seconds(1)) }
        guard holdPlaces(for: batch, of: owner) else { throw .unavailable(retryAfter: .seconds(1)) }
        lastID += 1
        let id = lastID
        let result: Result<StoredBatch, DomainError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.append(Waiting(id: id, batch: batch, continuation: continuation), of: owner)
                guard !isWriting else { return }
                isWriting = true
                // The writer outlives the request that woke it; it ends when the queue is empty.
                Task.immediate { await self.write() }
            }
        } onCancel: {
            guard owner != .server else { return }
            Task { await self.giveUp(id, of: owner) }
        }
        return try result.get()
    }

    private func giveUp(_ id: UInt64, of owner: Owner) {
        guard let waiting = queue.removeFirst(of: owner, where: { $0.id == id }) else { return }
        places.add(-waiting.batch.weight, for: owner)
        waiting.continuation.resume(returning: .failure(.unavailable(retryAfter: .seconds(1))))
    }

    /// The part of its places that a tenant has filled: from 0, and 1 or more when further deliveries are rejected.
    public func pressure(of tenant: Tenant.ID) -> Double {
        places.pressure(of: .tenant(tenant), of: limits.waiting - limits.waitingOfServer, share: Self.share)
    }

    private func holdPlaces(for batch: EventBatch, of owner: Owner) -> Bool {
        let all = owner == .server ? limits.waiting : limits.waiting - limits.waitingOfServer
        // A delivery that is larger than any share passes when nothing waits.
        guard places.total == 0 || places.allows(batch.weight, for: owner, of: all, share: Self.share) else {
            return false
        }
        places.add(batch.weight, for: owner)
        return true
    }

    private func write() async {
        while !queue.isEmpty {
            let group = nextGroup()
            for (delivery, result) in zip(group, await results(of: group.map(\.batch)[...])) {
                delivery.continuation.resume(returning: result)
            }
        }
        isWriting = false
    }

    /// Writes batches in one transaction. When it fails, each half is tried by itself, so that a delivery that the
    /// database cannot take fails alone; when both halves fail, the fault is the database's.
    private func results(of batches: ArraySlice<EventBatch>) async -> [Result<StoredBatch, DomainError>] {
        do {
            return try await written(batches).map { .success($0) }
        } catch {
            guard batches.count > 1 else { return [.failure(error)] }
            return await halves(of: batches, error)
        }
    }

    private func halves(
        of batches: ArraySlice<EventBatch>,
        _ error: DomainError
    ) async -> [Result<StoredBatch, DomainError>] {
        let middle = batches.startIndex + batches.count / 2
        do {
            let first = try await written(batches[..<middle])
            return first.map { .success($0) } + (await results(of: batches[middle...]))
        } catch {
            do {
                let second = try await written(batches[middle...])
                return (await afterFailure(of: batches[..<middle], error)) + second.map { .success($0) }
            } catch { return batches.map { _ in .failure(error) } }
        }
    }

    private func afterFailure(
        of batches: ArraySlice<EventBatch>,
        _ error: DomainError
    ) async -> [Result<StoredBatch, DomainError>] {
        batches.count > 1 ? await halves(of: batches, error) : [.failure(error)]
    }

    private func written(_ batches: ArraySlice<EventBatch>) async throws(DomainError) -> [StoredBatch] {
        let stored = try await store.append(Array(batches))
        feed?.publish(batches, isNew: stored.map(\.isNew))
        return stored
    }

    private func nextGroup() -> [Waiting] {
        var group: [Waiting] = []
        var events = 0
        while let first = queue.first, group.isEmpty || events + first.batch.weight <= limits.transaction,
            let (owner, next) = queue.next({ _ in .min })
        {
            places.add(-next.batch.weight, for: owner)
            events += next.batch.weight
            group.append(next)
        }
        return group
    }
}

extension EventBatch {
    /// The weight in the queue: its events and runs, less for those that are counted only, and one place even when all of its items
    /// were rejected.
    fileprivate var weight: Int { max(1, events.count + runs.count + sampled.count / 8) }
}
