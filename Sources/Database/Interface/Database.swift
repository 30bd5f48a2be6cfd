import Foundation

/// One database: short transactions with synchronous bodies, each on a thread of the engine's own.
///
/// A body must not wait for anything but the database. It may run again after a lost connection when the engine knows
/// that nothing was committed, so it may have no effect outside the transaction.
public protocol Database: Sendable {
    var engine: DatabaseEngine { get }

    /// The changes that have been committed, on any node, and announced.
    var changes: ChangeFeed { get }

    /// Runs `body` on one consistent snapshot.
    /// - Throws: the body's error, or `DatabaseError`.
    func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Runs statements that only read on one consistent snapshot, with as few round trips as the engine can: for the
    /// hot path.
    /// - Returns: the rows of each statement, in the order of the statements.
    func rows(_ scope: Scope, _ statements: [SQL]) async throws -> [[Row]]

    /// Runs `body` like `read`, for a list or a search: it has a shorter time limit, and many of them leave room for
    /// other reads.
    /// - Throws: `.tooLong` on timeout.
    func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Runs `body` as one transaction: all of it is on disk when this returns, or none of it when this throws. After a
    /// failed statement nothing can be committed, even if the body catches the error.
    /// - Throws: what the body throws, or `DatabaseError`.
    func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result

    /// Runs `job` unless another node is running the job of this name.
    /// - Returns: whether it ran here.
    func alone(_ name: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool

    /// Closes all connections, after running work has finished.
    func close() async throws
}

extension Database {
    public func rows(_ scope: Scope, _ statements: [SQL]) async throws -> [[Row]] {
        try await read(scope) { try $0.rows(of: statements) }
    }

    /// Runs `body` as one transaction, in sequence with all writes of its scope.
    public func write<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await write(scope, order: .serial, body)
    }
}

/// Names the database engine, for the few features in which the engines differ.
public enum DatabaseEngine: String, Sendable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"
}

/// Says for which tenant a transaction runs, or for the installation.
public enum Scope: Sendable, Hashable {
    /// For one tenant: every statement on a tenant's table names it. PostgreSQL's row-level security enforces it.
    case tenant(UUID)
    /// For the installation itself: the few transactions of operators, and timers. The reason is one word for logs and
    /// tests.
    case installation(StaticReason)

    /// A reason fixed in the source.
    public struct StaticReason: Sendable, Hashable, ExpressibleByStringLiteral {
        public let text: String

        public init(stringLiteral value: StaticString) { text = value.description }
    }
}

/// Says how a write is ordered with the other writes of its scope, on all nodes.
public enum WriteOrder: Sendable {
    /// In sequence: data that the body has read is still true when it writes.
    case serial
    /// Beside other concurrent writes, never beside a serial one, so that they share one wait for the disk. For a body
    /// that decides by how many rows one statement changed (compare-and-set), and that changes rows in the same order
    /// as every other such body.
    case concurrent
}
