import Foundation

/// One database: short transactions with synchronous bodies, each on a thread of the engine's own.
///
/// A body must not wait for anything but the database. It may run again after a lost connection when the engine knows
/// that nothing was committed, so it has no effect but on the transaction.
public protocol Database: Sendable {
    var engine: DatabaseEngine { get }

    /// What has been committed, on whichever node, and announced.
    var changes: ChangeFeed { get }

    /// Runs `body` on one consistent snapshot.
    /// - Throws: what the body throws, or `DatabaseError`.
    func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Runs statements that only read on one consistent snapshot, with as few round trips as the engine can: for the
    /// hot path.
    /// - Returns: the rows of each statement, in the order of the statements.
    func rows(_ scope: Scope, _ statements: [SQL]) async throws -> [[Row]]

    /// Runs `body` like `read`, for a list or a search: it has a shorter time, and many of them leave room for other
    /// reads.
    /// - Throws: `.tooLong` when the time is over.
    func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Runs `body` as one transaction: all of it is on disk when this returns, or none of it when this throws. After a
    /// statement that failed nothing can be kept, whatever the body makes of the error.
    /// - Throws: what the body throws, or `DatabaseError`.
    func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result

    /// Runs `job` unless another node runs the job of this name now.
    /// - Returns: whether it ran here.
    func alone(_ name: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool

    /// Ends all connections; what runs is finished first.
    func close() async throws
}

extension Database {
    public func rows(_ scope: Scope, _ statements: [SQL]) async throws -> [[Row]] {
        try await read(scope) { try $0.rows(of: statements) }
    }

    /// Runs `body` as one transaction, one after the other with all writes of its scope.
    public func write<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await write(scope, order: .serial, body)
    }
}

/// How a write is ordered with the other writes of its scope, on all nodes.
public enum WriteOrder: Sendable {
    /// One after the other: what the body has read is still true when it writes.
    case serial
    /// Beside other concurrent writes, never beside a serial one, so that they share one wait for the disk. For a body
    /// that decides by how many rows one statement changed (compare-and-set), and that changes rows in the same order
    /// as every other such body.
    case concurrent
}

/// What keeps a database: for the few things that the engines do differently.
public enum DatabaseEngine: String, Sendable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"
}

/// For whom a transaction runs.
public enum Scope: Sendable, Hashable {
    /// For one tenant: every statement on a tenant's table names it. PostgreSQL sets it for row-level security.
    case tenant(UUID)
    /// For the installation itself: the operators' own few, and timers. The reason is one word for logs and tests.
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
    /// All rows. Bound the statement with `LIMIT`.
    func rows(_ statement: SQL) throws -> [Row]
    /// The rows of each statement; they are sent together where the engine can.
    func rows(of statements: [SQL]) throws -> [[Row]]
    /// Hands over the rows one by one, without holding them all.
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

    /// Runs a statement whose count of rows does not matter, at the latest with the commit. What is wrong with it is
    /// thrown by a later statement or ends the transaction.
    func executeLater(_ statement: SQL) throws

    /// Tells every node of a change, soon after this transaction has been committed; never when it is not.
    func announce(_ change: Change) throws

    /// Lets no other transaction, on whichever node, write for this tenant until this one ends; one in the scope of the
    /// tenant does so anyway.
    func hold(_ tenant: UUID) throws

    /// Inserts many rows with one prepared statement, leaving out those whose key is there already.
    /// - Returns: for each row whether it was inserted.
    func insertNew(into table: StaticString, columns: [StaticString], rows: [[SQLValue]]) throws -> [Bool]

    /// Adds to many counters with one prepared statement: a row whose key is not there yet is inserted.
    /// - Parameters:
    ///   - key: the columns of the table's key; each of `rows` has their values first, and last what is added to
    ///     `number`.
    func add(to table: StaticString, key: [StaticString], number: StaticString, rows: [[SQLValue]]) throws
}

extension WriteTransaction {
    public func executeLater(_ statement: SQL) throws { try execute(statement) }
}

/// What went wrong in a database, told once for both engines.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// A key that must be unique is there already; the columns as the engine names them (`users.email`).
        case unique(columns: [String])
        case foreignKey
        /// `NOT NULL` or `CHECK`.
        case check
        /// Another one holds a lock for too long, or too many wait.
        case busy
        /// Interrupted: it took longer than it may.
        case tooLong
        case diskFull
        case readOnly
        /// A failed read, write or sync; the connection has been given up.
        case io
        case corrupt
        /// No connection to be had.
        case unavailable
        /// A value that the row type did not expect.
        case decoding
        /// The statement itself is wrong, or breaks the rule of tenants: our mistake.
        case statement
        /// Another process holds the data folder.
        case locked
        /// The schema is not the one that this program knows.
        case migration
    }

    public let kind: Kind
    /// For the log only: never shown to a client.
    public let detail: String

    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public var description: String { "\(kind): \(detail)" }

    static let tookTooLong = DatabaseError(.tooLong, "the transaction was interrupted: it took longer than it may")
}
