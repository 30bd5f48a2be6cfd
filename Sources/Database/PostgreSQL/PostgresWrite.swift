#if PostgreSQL
import Foundation

/// One attempt of a write.
struct PostgresWrite<Result: Sendable>: Sendable {
    let scope: Scope
    /// The order with the other writes of the scope.
    let order: WriteOrder
    /// The mark of the previous attempt, whose commit got no response.
    var doubtful: PostgresMark?
    /// Called with the result before the commit, whose response may be lost.
    let keep: @Sendable (Result) -> Void
    let body: @Sendable (any WriteTransaction) throws -> Result
}

/// The row that a committed transaction leaves, so that a commit whose response was lost can be distinguished from one
/// that failed. A transaction id cannot serve as the mark: after a crash the server assigns the same id again.
struct PostgresMark: Sendable {
    private let id = UUID()

    /// The row stays in the table for an hour.
    var statement: PostgresLink.Statement {
        PostgresLink.Statement(
            text: "INSERT INTO write_marks (id, at) VALUES ($1, $2)",
            values: [id.sqlValue, .integer(Int64(Date().timeIntervalSince1970))]
        )
    }

    func isThere(on link: PostgresLink) throws -> Bool {
        var isThere = false
        try link.run("SELECT EXISTS (SELECT 1 FROM write_marks WHERE id = \(id)) AS found") {
            isThere = try $0.get("found")
        }
        return isThere
    }
}
#endif
