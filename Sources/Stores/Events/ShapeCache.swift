import Database
import Domain
import Synchronization

/// Keeps the shapes that were read last. A shape never changes, and its number is not given again when it has been deleted.
final class ShapeCache: Sendable {
    private struct Key: Hashable {
        let tenant: Int
        let shape: Int
    }

    private static let maximumCount = 40_000
    /// Shapes with longer values, in bytes, are read each time: clients make them up.
    private static let maximumSize = 250
    /// The number of shapes that one statement names.
    private static let readAtOnce = 2000

    private let kept = Mutex(RecentlyUsed<Key, Shape>(maximumCount: ShapeCache.maximumCount))

    /// Must be called only in transactions that add no shapes: they may be rolled back.
    /// - Returns: the shapes by their numbers, without those that have been deleted.
    func shapes(
        _ ids: some Collection<Int>,
        of tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> [Int: Shape] {
        var found: [Int: Shape] = [:]
        found.reserveCapacity(ids.count)
        kept.withLock { shapes in
            for id in ids { found[id] = shapes[Key(tenant: tenant, shape: id)] }
        }
        let missing = ids.filter { found[$0] == nil }.sorted()
        for part in missing.parts(of: Self.readAtOnce) {
            var read: [(Int, Shape)] = []
            try transaction.forEach(
                """
                SELECT s.id AS id, s.failure_id AS failure_id, \(sql: ShapeColumns.selected) FROM shapes s
                WHERE s.tenant_id = \(tenant) AND s.id IN \(list: Array(part))
                """
            ) { row in read.append((try row.get("id"), try Shape(row, failure: try row.find("failure_id")))) }
            for (id, shape) in read { found[id] = shape }
            kept.withLock { shapes in
                for (id, shape) in read where shape.byteCount <= Self.maximumSize {
                    shapes[Key(tenant: tenant, shape: id)] = shape
                }
            }
        }
        return found
    }
}
