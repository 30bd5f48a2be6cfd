import Database
import Domain
import Synchronization

/// Keeps the shapes that were used last. A shape never changes, and its number is not given again when it has been deleted;
/// where a database fell back behind what it had, the age of what is kept bounds the error, as in `EventDictionary`.
final class ShapeCache: Sendable {
    private struct Key: Hashable {
        let tenant: Int
        let shape: Int
    }

    private struct Entry {
        let shape: Shape
        let readAt: Timestamp
    }

    /// Shapes with longer values, in bytes, are read each time: clients make them up. With it, a shape takes less than a
    /// kilobyte.
    private static let maximumSize = 200
    /// The number of shapes that are looked up at a time, and that one statement names.
    private static let atOnce = 2000

    private let now: @Sendable () -> Timestamp
    /// The shapes of one question that are kept: one over very many does not drive out those of all others.
    private let keptAtOnce: Int
    private let kept: Mutex<RecentlyUsed<Key, Entry>>

    init(maximumCount: Int = 20_000, now: @escaping @Sendable () -> Timestamp) {
        self.now = now
        keptAtOnce = maximumCount / 4
        kept = Mutex(RecentlyUsed(maximumCount: maximumCount))
    }

    /// Passes shapes one by one, without holding them all: a tenant can have hundreds of thousands. Those that have been
    /// deleted are left out.
    ///
    /// Must be called only in transactions that add no shapes: they may be rolled back.
    func forEach(
        _ ids: some Collection<Int>,
        of tenant: Int,
        _ transaction: any ReadTransaction,
        _ body: (_ id: Int, _ shape: Shape) throws -> Void
    ) throws {
        var room = keptAtOnce
        for part in ids.sorted().parts(of: Self.atOnce) {
            let found = known(part, of: tenant)
            let missing = zip(part, found).compactMap { $1 == nil ? $0 : nil }
            for case let (id, shape?) in zip(part, found) { try body(id, shape) }
            guard !missing.isEmpty else { continue }
            let readAt = now()
            let rows = try transaction.rows(
                """
                SELECT s.id AS id, s.failure_id AS failure_id, \(sql: ShapeColumns.selected) FROM shapes s
                WHERE s.tenant_id = \(tenant) AND s.id IN \(paddedList: missing)
                """
            )
            let read = try rows.map { row in
                let shape = Shape(selected: row.values.dropFirst(2), failure: try row.find("failure_id"))
                return (id: try row.get("id", as: Int.self), shape: shape)
            }
            let short = read.filter { $0.shape.byteCount <= Self.maximumSize }.prefix(room)
            room -= short.count
            kept.withLock { kept in
                for (id, shape) in short { kept[Key(tenant: tenant, shape: id)] = Entry(shape: shape, readAt: readAt) }
            }
            for (id, shape) in read { try body(id, shape) }
        }
    }

    private func known(_ ids: some Collection<Int>, of tenant: Int) -> [Shape?] {
        let now = now()
        return kept.withLock { kept in
            ids.map { id in
                kept.use(Key(tenant: tenant, shape: id)).flatMap {
                    EventDictionary.trusts($0.readAt, at: now) ? $0.shape : nil
                }
            }
        }
    }
}
