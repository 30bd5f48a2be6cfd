import Database

/// A statement that a store is about to run.
public struct ObservedStatement: Sendable {
    enum Content: Sendable {
        case statement(SQL)
        /// Rows that are inserted in bulk.
        case rows([[SQLValue]], table: String, columns: [String])
    }

    public let scope: Scope
    let content: Content
    /// The text, with a `?` for each value.
    public let text: String

    init(_ statement: SQL, _ scope: Scope) {
        self.scope = scope
        content = .statement(statement)
        text = statement.text { _ in "?" }
    }

    init(inserting rows: [[SQLValue]], into table: String, columns: [String], _ scope: Scope) {
        self.scope = scope
        content = .rows(rows, table: table, columns: columns)
        text = "INSERT INTO \(table) (\(columns.joined(separator: ", ")))"
    }

    /// The values of the text, in order; none of rows that are inserted in bulk.
    public var values: [SQLValue] {
        guard case .statement(let statement) = content else { return [] }
        return statement.pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// Whether the engine can explain how it would run the statement.
    var hasPlan: Bool {
        guard case .statement = content else { return false }
        let word = text.drop { $0.isWhitespace }.prefix { $0.isLetter }
        return ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(word)
    }
}
