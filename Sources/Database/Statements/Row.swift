/// One row, read by column name.
public struct Row: Sendable {
    /// The position of each column, shared by all rows of a statement.
    public struct Columns: Sendable {
        let positions: [String: Int]
        public let names: [String]

        public init(_ names: [String]) {
            self.names = names
            positions = Dictionary(
                names.enumerated().map { ($0.element, $0.offset) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    public let columns: Columns
    public let values: [SQLValue]

    public init(columns: Columns, values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// - Throws: `.decoding` when the row has no such column, or it holds NULL or another type.
    public func get<Value: SQLConvertible>(
        _ column: String,
        as _: Value.Type = Value.self
    ) throws(DatabaseError) -> Value {
        guard let value: Value = try find(column) else { throw DatabaseError(.decoding, "column \(column) is NULL") }
        return value
    }

    /// Returns a column's value; nil for NULL.
    /// - Throws: `.decoding` when the row has no such column, or it holds another type.
    public func find<Value: SQLConvertible>(
        _ column: String,
        as _: Value.Type = Value.self
    ) throws(DatabaseError) -> Value? {
        guard let position = columns.positions[column] else { throw DatabaseError(.decoding, "no column \(column)") }
        if case .null = values[position] { return nil }
        guard let value = Value(sqlValue: values[position]) else {
            throw DatabaseError(.decoding, "column \(column) does not hold a \(Value.self)")
        }
        return value
    }
}
