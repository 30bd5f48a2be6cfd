/// A statement: fixed text with bound values in between.
///
/// It is written as a literal; each interpolated value becomes a parameter, never text:
/// ```swift
/// let statement: SQL = "SELECT name FROM users WHERE tenant_id = \(tenant) AND id = \(user)"
/// ```
/// The text parts are `StaticString`, so no text that is made at run time can get into a statement. Another `SQL` can
/// be included with `\(sql: condition)`; it too is made of fixed text and bound values only.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    public enum Piece: Sendable {
        case text(StaticString)
        case value(SQLValue)
    }

    public private(set) var pieces: [Piece]
    /// Whether one plan serves all values: the rows are found by their keys, however many there are.
    public private(set) var keepsPlan = false

    public init(stringLiteral value: StaticString) { pieces = [.text(value)] }

    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    private init(pieces: [Piece]) { self.pieces = pieces }

    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(.text(literal)) }
        }

        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            pieces.append(.value(value.sqlValue))
        }

        public mutating func appendInterpolation(_ value: (some SQLConvertible)?) {
            pieces.append(.value(value?.sqlValue ?? .null))
        }

        public mutating func appendInterpolation(sql: SQL) { pieces.append(contentsOf: sql.pieces) }

        /// Appends a list for `IN` that has one of a few lengths, so that there are a few statements to prepare: the first
        /// value is repeated. An empty one matches nothing.
        public mutating func appendInterpolation(paddedList values: [some SQLConvertible]) {
            var count = 1
            while count < values.count { count *= 2 }
            let repeated = values.first.map { Array(repeating: $0, count: count - values.count) } ?? []
            appendInterpolation(list: values + repeated)
        }

        /// Appends a list for `IN`: `(?, ?, …)`; an empty one matches nothing.
        public mutating func appendInterpolation(list values: [some SQLConvertible]) {
            pieces.append(.text("("))
            for (index, value) in values.enumerated() {
                if index > 0 { pieces.append(.text(", ")) }
                pieces.append(.value(value.sqlValue))
            }
            if values.isEmpty { pieces.append(.text("NULL")) }
            pieces.append(.text(")"))
        }

        /// Appends rows for `VALUES`: `(?, ?), (?, ?)`; there must be at least one row.
        public mutating func appendInterpolation(rows: [[SQLValue]]) {
            for (index, row) in rows.enumerated() {
                pieces.append(.text(index > 0 ? ", (" : "("))
                for (place, value) in row.enumerated() {
                    if place > 0 { pieces.append(.text(", ")) }
                    pieces.append(.value(value))
                }
                pieces.append(.text(")"))
            }
        }
    }

    /// The conditions joined by `AND`; true when there are none.
    public static func all(_ conditions: [SQL]) -> SQL { joined(conditions, by: " AND ", whenEmpty: "TRUE") }

    /// The conditions joined by `OR`; false when there are none.
    public static func any(_ conditions: [SQL]) -> SQL { joined(conditions, by: " OR ", whenEmpty: "FALSE") }

    /// The parts joined by commas; there must be at least one part.
    public static func list(_ parts: [SQL]) -> SQL {
        SQL(pieces: Array(parts.map(\.pieces).joined(separator: [.text(", ")])))
    }

    /// The rows of all queries together; there must be at least one query.
    public static func union(_ queries: [SQL]) -> SQL {
        SQL(pieces: Array(queries.map(\.pieces).joined(separator: [.text(" UNION ALL ")])))
    }

    private static func joined(_ conditions: [SQL], by word: StaticString, whenEmpty: StaticString) -> SQL {
        guard !conditions.isEmpty else { return SQL(pieces: [.text(whenEmpty)]) }
        var pieces: [Piece] = [.text("(")]
        for (index, condition) in conditions.enumerated() {
            if index > 0 { pieces.append(.text(word)) }
            pieces.append(.text("("))
            pieces += condition.pieces
            pieces.append(.text(")"))
        }
        pieces.append(.text(")"))
        return SQL(pieces: pieces)
    }

    /// Returns the statement with one plan for all values, even if it sorts or limits: for the few rows of one user or
    /// session.
    public func keepingPlan() -> SQL {
        var statement = self
        statement.keepsPlan = true
        return statement
    }

    /// The bound values, in the order of their parameters.
    public var values: [SQLValue] { pieces.compactMap { if case .value(let value) = $0 { value } else { nil } } }

    /// Returns whether both are made of the same literals, so that their texts are equal. Another literal with an equal
    /// text is another one.
    func hasSameLiterals(as other: SQL) -> Bool {
        guard pieces.count == other.pieces.count else { return false }
        return pieces.indices.allSatisfy { place in
            switch (pieces[place], other.pieces[place]) {
            case (.value, .value): true
            case (.text(let left), .text(let right)):
                left.hasPointerRepresentation && right.hasPointerRepresentation && left.utf8Start == right.utf8Start
                    && left.utf8CodeUnitCount == right.utf8CodeUnitCount
            default: false
            }
        }
    }

    /// Returns the statement's text with a placeholder for each value, made by `placeholder` from its number, counted
    /// from 1.
    public func text(placeholder: (Int) -> String) -> String {
        var text = ""
        var number = 0
        for piece in pieces {
            switch piece {
            case .text(let part): text += part.description
            case .value:
                number += 1
                text += placeholder(number)
            }
        }
        return text
    }
}

/// A value that can be bound to a statement and read from a row.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
    /// - Returns: nil when the value has another type.
    init?(sqlValue: SQLValue)
}

extension SQLConvertible where Self: RawRepresentable, RawValue == String {
    public var sqlValue: SQLValue { .text(rawValue) }
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(rawValue: text)
    }
}
