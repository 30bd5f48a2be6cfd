import Foundation

/// A value as a database holds it.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// A value that can be bound to a statement and read from a row.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
    /// - Returns: nil when the value has another type.
    init?(sqlValue: SQLValue)
}

extension Int64: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self) }
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(self)) }
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = Int(number)
    }
}

/// A Boolean is stored as 0 or 1, in a column of integers.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue, number == 0 || number == 1 else { return nil }
        self = number == 1
    }
}

extension Double: SQLConvertible {
    public var sqlValue: SQLValue { .real(self) }
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension Data: SQLConvertible {
    public var sqlValue: SQLValue { .blob(self) }
    public init?(sqlValue: SQLValue) {
        guard case .blob(let bytes) = sqlValue else { return nil }
        self = bytes
    }
}

/// A UUID is stored as 16 bytes, in the order of the text form.
extension UUID: SQLConvertible {
    public var sqlValue: SQLValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }
    public init?(sqlValue: SQLValue) {
        guard case .blob(let bytes) = sqlValue, bytes.count == 16 else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }
}

extension SQLConvertible where Self: RawRepresentable, RawValue == String {
    public var sqlValue: SQLValue { .text(rawValue) }
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(rawValue: text)
    }
}

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
        guard let value: Value = try find(column) else {
            throw DatabaseError(.decoding, "column \(column) is NULL")
        }
        return value
    }

    /// Returns a column's value; nil for NULL.
    /// - Throws: `.decoding` when the row has no such column, or it holds another type.
    public func find<Value: SQLConvertible>(
        _ column: String,
        as _: Value.Type = Value.self
    ) throws(DatabaseError) -> Value? {
        guard let position = columns.positions[column] else {
            throw DatabaseError(.decoding, "no column \(column)")
        }
        if case .null = values[position] { return nil }
        guard let value = Value(sqlValue: values[position]) else {
            throw DatabaseError(.decoding, "column \(column) does not hold a \(Value.self)")
        }
        return value
    }
}
