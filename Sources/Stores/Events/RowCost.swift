import Database
import Foundation
import StrictJSON

/// Estimates the disk space of rows with their entries in indexes: what keys pay for them, and what tenants hold. A test
/// compares it with the growth of the file.
struct RowCost: Sendable {
    /// The tables whose rows all have about the same size.
    enum Table: Sendable, CaseIterable {
        case minuteCount, hourCount, dayCount, total, countedEvent, redated, outcome, run, hourRunCount, dayRunCount,
            runDay
        case installation

        /// Both were measured, with what updates leave behind in PostgreSQL until a vacuum.
        fileprivate var bytes: (sqlite: Int, postgres: Int) {
            switch self {
            case .minuteCount: (24, 190)
            case .hourCount: (42, 240)
            case .dayCount: (44, 250)
            case .total: (48, 240)
            case .countedEvent: (24, 110)
            case .redated: (80, 190)
            case .outcome: (68, 250)
            case .run: (80, 190)
            case .hourRunCount: (30, 190)
            case .dayRunCount: (52, 250)
            case .runDay: (28, 160)
            case .installation: (24, 120)
            }
        }
    }

    let engine: DatabaseEngine

    func bytes(of table: Table) -> Int { engine == .sqlite ? table.bytes.sqlite : table.bytes.postgres }

    /// - Parameter references: the number of indexed columns that are not null.
    func bytes(ofEvent rest: String?, references: Int) -> Int {
        let size = rest?.utf8.count ?? 0
        return engine == .sqlite ? Self.page(45 + size) + 27 * references : 160 + size + 40 * references
    }

    func bytes(ofSubject value: Data) -> Int {
        let size = value.count
        return engine == .sqlite ? Self.page(15 + size) + Self.page(12 + size) : 140 + size * 12 / 5
    }

    /// - Parameter texts: the size of the text and the error.
    func bytes(ofMessage texts: Int) -> Int { engine == .sqlite ? Self.page(45 + texts) + 26 : 260 + texts }

    /// - Parameters:
    ///   - texts: the size of all values.
    ///   - version: the size of the app's version, which has an index.
    func bytes(ofShape texts: Int, version: Int) -> Int {
        engine == .sqlite
            ? Self.page(60 + texts) + 83 + version * 13 / 10 : 280 + texts + version * 7 / 5
    }

    func bytes(ofFailure texts: Int) -> Int { engine == .sqlite ? Self.page(65 + texts) + 28 : 260 + texts }

    /// - Parameter version: the app's version.
    func bytes(ofFailureUser version: ByteText) -> Int {
        (engine == .sqlite ? 75 : 260) + version.text.utf8.count * 12 / 5
    }

    func bytes(ofRelease version: Int) -> Int { (engine == .sqlite ? 36 : 140) + version * 12 / 5 }

    func bytes(ofRunGroup texts: Int, version: Int) -> Int {
        engine == .sqlite ? Self.page(45 + texts) + 76 + version * 13 / 10 : 280 + texts + version * 7 / 5
    }

    /// The space that a row of a table without row ids takes in SQLite's pages, which are five sixths full: beyond 1,002
    /// bytes the rest of a row goes to pages of its own (SQLite file format, section 1.6, pages of 4,096 bytes).
    private static func page(_ size: Int) -> Int {
        guard size > 1002 else { return size * 6 / 5 }
        let fitting = 489 + (size - 489) % 4092
        let local = fitting <= 1002 ? fitting : 489
        return local + (size - local + 4091) / 4092 * 4096
    }
}

extension StoreAccess {
    var rowCost: RowCost { RowCost(engine: database.engine) }
}
