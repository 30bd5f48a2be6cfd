#if PostgreSQL
import Foundation

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
