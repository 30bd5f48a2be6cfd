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
