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

/// Says how a write is ordered with the other writes of its scope, on all nodes.
public enum WriteOrder: Sendable {
    /// In sequence: data that the body has read is still true when it writes.
    case serial
    /// Beside other concurrent writes, never beside a serial one, so that they share one wait for the disk. For a body
    /// that decides by how many rows one statement changed (compare-and-set), and that changes rows in the same order
    /// as every other such body.
    case concurrent
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

        public init(stringLiteral value: StaticString) {
            text = value.description
        }
    }
}

public protocol ReadTransaction: AnyObject {
    /// Returns all rows. Bound the statement with `LIMIT`.
    func rows(_ statement: SQL) throws -> [Row]
    /// Returns the rows of each statement; they are sent together where the engine can.
    func rows(of statements: [SQL]) throws -> [[Row]]
    /// Passes the rows one by one, without holding them all.
    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws
}

extension ReadTransaction {
    public func rows(of statements: [SQL]) throws -> [[Row]] { try statements.map { try rows($0) } }

    /// The first row, or nil.
    public func row(_ statement: SQL) throws -> Row? { try rows(statement).first }

    /// The first column of the first row; nil when there is no row or it is NULL.
    public func value<Value: SQLConvertible>(_ statement: SQL, as _: Value.Type = Value.self) throws -> Value? {
        guard let row = try rows(statement).first, let name = row.columns.names.first else { return nil }
        return try row.find(name)
    }
}

public protocol WriteTransaction: ReadTransaction {
    /// - Returns: how many rows the statement inserted, changed or deleted.
    @discardableResult
    func execute(_ statement: SQL) throws -> Int

    /// Runs a statement whose row count is not needed, at the latest with the commit. Its error is thrown by a later
    /// statement or by the commit.
    func executeLater(_ statement: SQL) throws

    /// Announces a change to every node, soon after this transaction has been committed; never when it is not.
    func announce(_ change: Change) throws

    /// Keeps other transactions on every node from writing for this tenant until this one ends; one in the scope of the
    /// tenant does so anyway.
    func hold(_ tenant: UUID) throws

    /// Inserts many rows with one prepared statement, leaving out those whose key is there already.
    /// - Returns: for each row whether it was inserted.
    func insertNew(into table: StaticString, columns: [StaticString], rows: [[SQLValue]]) throws -> [Bool]

    /// Adds to many counters with one prepared statement: a row whose key is new is inserted.
    /// - Parameters:
    ///   - key: the columns of the table's key; each of `rows` has their values first, and last the number to add to
    ///     `number`.
    func add(to table: StaticString, key: [StaticString], number: StaticString, rows: [[SQLValue]]) throws
}

extension WriteTransaction {
    public func executeLater(_ statement: SQL) throws { try execute(statement) }
}

/// An error of a database, in one form for both engines.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// A row with this unique key exists; the columns as the engine names them (`users.email`).
        case unique(columns: [String])
        case foreignKey
        /// A `NOT NULL` or `CHECK` constraint failed.
        case check
        /// Another transaction holds a lock for too long, or the queue is full.
        case busy
        /// The statement was interrupted at its time limit.
        case tooLong
        case diskFull
        case readOnly
        /// A read, write or sync failed; the connection has been closed.
        case io
        case corrupt
        /// No connection is available.
        case unavailable
        /// A value that the row type did not expect.
        case decoding
        /// The statement itself is wrong, or violates the tenant rule: a programming error.
        case statement
        /// Another process has locked the data folder.
        case locked
        /// The schema is not the one that this program expects.
        case migration
    }

    public let kind: Kind
    /// A detail for the log, which is never shown to a client.
    public let detail: String

    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public var description: String { "\(kind): \(detail)" }

    static let tookTooLong = DatabaseError(.tooLong, "the transaction was interrupted: it took longer than it may")
}
