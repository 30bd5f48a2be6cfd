import Foundation
import GRDB
import GRDBSQLite

/// Binds the values of a SQLite statement and reads its rows one by one.
struct PreparedStatement {
    /// Makes SQLite copy a bound value before the call returns.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let owner: GRDB.Statement  // keeps the handle alive
    private let handle: OpaquePointer
    private let connection: OpaquePointer?

    private let kept: StatementCatalogue.Kept?
    /// Whether the connection keeps it for other transactions.
    let isCached: Bool

    init(
        _ statement: GRDB.Statement,
        on connection: GRDB.Database,
        kept: StatementCatalogue.Kept?,
        isCached: Bool = false
    ) {
        owner = statement
        self.kept = kept
        self.isCached = isCached
        handle = statement.sqliteStatement
        self.connection = connection.sqliteConnection
    }

    /// Whether a loop over its rows has not ended.
    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

    var columns: Row.Columns {
        kept?.columns(count: Int(sqlite3_column_count(handle))) { owner.columnNames } ?? Row.Columns(owner.columnNames)
    }

    func bind(_ values: [SQLValue]) throws {
        let places = Int(sqlite3_bind_parameter_count(handle))
        guard values.count == places else {
            throw DatabaseError(.statement, "\(values.count) values for \(places) places in: \(text)")
        }
        for (index, value) in zip(CInt(1)..., values) {
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// - Returns: whether the statement has another row.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    func row(_ columns: Row.Columns) -> Row {
        Row(columns: columns, values: columns.names.indices.map { value(at: CInt($0)) })
    }

    /// The whole number in a column of the current row.
    subscript(column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Resets the statement for other values.
    func rewind() { sqlite3_reset(handle) }

    /// Ends the statement and releases the values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func bind(_ value: SQLValue, at index: CInt) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .real(let number): return sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    guard let start = bytes.baseAddress else {
                        return sqlite3_bind_text(handle, index, "", 0, Self.copied)
                    }
                    return sqlite3_bind_text(handle, index, start, CInt(bytes.count), Self.copied)
                }
            }
        case .blob(let data):
            return data.withUnsafeBytes { bytes in
                // A null address would bind NULL.
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(handle, index, 0)
                }
                return sqlite3_bind_blob(handle, index, start, CInt(bytes.count), Self.copied)
            }
        }
    }

    private func value(at index: CInt) -> SQLValue {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(handle, index) else { return .text("") }
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(handle, index) else { return .blob(Data()) }
            return .blob(Data(bytes: start, count: Int(sqlite3_column_bytes(handle, index))))
        default: return .null
        }
    }

    private var text: String { String(cString: sqlite3_sql(handle)) }

    private func failure(_ code: CInt) -> any Error {
        let message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? ""
        return DatabaseError.converted(code: code, message: message, statement: text)
    }
}
