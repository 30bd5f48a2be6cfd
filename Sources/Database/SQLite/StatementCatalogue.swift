import GRDB
import GRDBSQLite
import Synchronization

/// Remembers statements, up to a limit: GRDB keeps these prepared, because its cache has no limit.
final class StatementCatalogue: Sendable {
    /// A remembered statement; shared by all connections.
    final class Kept: Sendable {
        private let known = Mutex<Row.Columns?>(nil)

        /// - Parameter names: reads the names of the statement's columns. A changed schema can change their number.
        func columns(count: Int, _ names: () -> [String]) -> Row.Columns {
            known.withLock { known in
                if let known, known.names.count == count { return known }
                let columns = Row.Columns(names())
                known = columns
                return columns
            }
        }
    }

    private static let limit = 500
    private let statements = Mutex<[String: Kept]>([:])

    /// Returns a remembered statement; nil for others.
    func kept(_ text: String) -> Kept? {
        statements.withLock { statements in
            if let kept = statements[text] { return kept }
            guard statements.count < Self.limit else { return nil }
            let kept = Kept()
            statements[text] = kept
            return kept
        }
    }
}
