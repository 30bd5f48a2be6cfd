import Foundation
import GRDB
import GRDBSQLite

extension DatabaseError {
    /// Returns the error to throw to a caller for an error in a transaction of the current task.
    static func mapError(_ error: any Error) -> any Error {
        let error = converted(error)
        guard error is Interrupted else { return error }
        return Task.isCancelled ? CancellationError() : DatabaseError.tookTooLong
    }

    /// Converts GRDB's errors; returns all others as they are. Callable on any thread.
    static func converted(_ error: any Error) -> any Error {
        guard let error = error as? GRDB.DatabaseError else { return error }
        return converted(code: error.extendedResultCode.rawValue, message: error.message ?? "", statement: error.sql)
    }

    /// - Parameters:
    ///   - code: SQLite's extended result code.
    ///   - statement: the text, without its values: those may be secret.
    static func converted(code: CInt, message: String, statement: String?) -> any Error {
        if code & 0xFF == SQLITE_INTERRUPT { return Interrupted() }
        let kind = Kind(code: code, message: message)
        let place = kind == .statement ? statement.map { " in: \($0)" } ?? "" : ""
        return DatabaseError(kind, "SQLite \(code): \(message)\(place)")
    }
}

extension DatabaseError.Kind {
    /// Codes: <https://www.sqlite.org/rescode.html>.
    fileprivate init(code: CInt, message: String) {
        switch code & 0xFF {
        case SQLITE_CONSTRAINT: self.init(constraint: code, message: message)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_ABORT: self = .busy
        case SQLITE_FULL: self = .diskFull
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_IOERR: self = .io
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
        // GRDB reports misuse for a closed connection
        case SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_MISUSE: self = .unavailable
        default: self = .statement
        }
    }

    private init(constraint code: CInt, message: String) {
        switch code >> 8 {
        case 6, 8, 10: self = .unique(columns: Self.columns(in: message))  // primary key, unique, rowid
        case 3: self = .foreignKey
        default: self = .check  // CHECK, NOT NULL, a type of a STRICT table, RAISE in a trigger
        }
    }

    /// Reads the columns from `UNIQUE constraint failed: users.tenant_id, users.email`, or `…: index
    /// 'users_by_lower_email'`.
    private static func columns(in message: String) -> [String] {
        guard let colon = message.range(of: "failed: ") else { return [] }
        return message[colon.upperBound...].split(separator: ", ").map {
            $0.hasPrefix("index '") ? String($0.dropFirst(7).dropLast()) : String($0)
        }
    }
}

/// A statement was interrupted: its task was cancelled, or it reached its time limit. Only the task knows which.
struct Interrupted: Error {}
