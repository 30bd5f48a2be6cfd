import Foundation

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

    /// Adds to many counters like `add`, and says which of them are new.
    /// - Precondition: no two rows have the same key, and every number is positive.
    /// - Returns: for each row whether its key was new.
    func addCounting(
        to table: StaticString,
        key: [StaticString],
        number: StaticString,
        rows: [[SQLValue]]
    ) throws -> [Bool]
}

extension WriteTransaction {
    public func executeLater(_ statement: SQL) throws { try execute(statement) }
}

public protocol ReadTransaction: AnyObject {
    /// Returns all rows. Bound the statement with `LIMIT`.
    func rows(_ statement: SQL) throws -> [Row]
    /// Returns the rows of each statement; they are sent together where the engine can.
    func rows(of statements: [SQL]) throws -> [[Row]]
    /// Passes the rows one by one, without holding them all.
    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws
    /// Adds up numbers by two keys: the rows of the statement have three whole numbers, two keys and a number to add.
    ///
    /// SQLite sorts rows to group them, which takes longer than to read them, so it passes each row.
    /// - Parameter body: called with the two keys and a part of their sum; several times for the same keys. It must not run
    ///   statements.
    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws
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
