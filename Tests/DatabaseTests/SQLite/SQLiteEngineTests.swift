import Fixtures
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(10))) struct SQLiteEngineTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `each commit waits for the disk, and what is deleted is overwritten`() async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))

        let settings = try await database.writing { connection in
            try [
                "synchronous", "foreign_keys", "secure_delete", "trusted_schema", "cell_size_check",
                "wal_autocheckpoint",
            ].map {
                try Int.fetchOne(connection, sql: "PRAGMA \($0)")
            }
        }

        #expect(settings == [2, 1, 1, 0, 1, 4000])
        #expect(try await database.writing { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        #expect(SQLiteDatabase.libraryVersion.split(separator: ".").count == 3)
    }

    @Test func `memory is allocated without a lock of the process`() throws {
        _ = try SQLiteDatabase(path: folder.path("a"))

        #expect(SQLiteMemory.isWithoutLock)
    }

    @Test func `counting compiles no statement again for its values, beside a partial index`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        _ = try await database.write(.test) { transaction in
            _ = try transaction.execute(
                """
                CREATE TABLE tallies (
                    team INTEGER, span TEXT, start INTEGER, shape INTEGER, n INTEGER NOT NULL,
                    PRIMARY KEY (team, span, start, shape)
                ) WITHOUT ROWID
                """
            )
            _ = try transaction.execute("CREATE INDEX tallies_by_hour ON tallies (team, shape) WHERE span = 'h'")
        }

        for turn in 1...3 {
            _ = try await database.write(.test) { transaction in
                try transaction.addCounting(
                    to: "tallies",
                    key: ["team", "span", "start", "shape"],
                    number: "n",
                    rows: ["m", "h", "d"].map {
                        [.integer(1), .text($0), .integer(Int64(turn % 2)), .integer(1), .integer(1)]
                    }
                )
            }
        }

        let compiled = try await database.writing { connection in
            var counts: [String: CInt] = [:]
            var statement = sqlite3_next_stmt(connection.sqliteConnection, nil)
            while let next = statement {
                if let text = sqlite3_sql(next).map({ String(cString: $0) }), text.contains("tallies") {
                    counts[text] = sqlite3_stmt_status(next, SQLITE_STMTSTATUS_REPREPARE, 0)
                }
                statement = sqlite3_next_stmt(connection.sqliteConnection, next)
            }
            return counts
        }
        #expect(
            compiled.contains { $0.key.hasPrefix("UPDATE") } && compiled.allSatisfy { $0.value == 0 },
            "\(compiled)"
        )
    }

    @Test func `text keeps a NUL`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)

        let text = try await database.read(.test) { try $0.value("SELECT \("a\0b")", as: String.self) }

        #expect(text == "a\0b")
    }

    @Test func `a write gives up on a file that another holds for too long`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        try await database.close()
        var options = SQLiteDatabase.Options()
        options.busyTimeout = .milliseconds(10)
        let impatient = try SQLiteDatabase(path: folder.path("contract"), options: options)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path("contract"), configuration: configuration)

        let kind = await databaseErrorKind {
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            try await impatient.add(team: 1, "acme")
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }

        #expect(kind == .busy)
        try await impatient.add(team: 1, "acme")
    }

    @Test func `a read that takes too long is interrupted, and the next one is not`() async throws {
        var options = SQLiteDatabase.Options()
        options.readLimit = .milliseconds(10)
        let database = try SQLiteDatabase(path: folder.path("a"), options: options)

        let kind = await databaseErrorKind { _ = try await database.read(.test) { try $0.rows(Engine.sqlite.endless) } }

        #expect(kind == .tooLong)
        // On a busy machine even a short read may take longer than its limit.
        try await eventually { (try? await database.read(.test) { try $0.value("SELECT 1", as: Int.self) }) == 1 }
    }

    @Test func `a list has a shorter time than another read`() async throws {
        var options = SQLiteDatabase.Options()
        (options.listLimit, options.readLimit) = (.milliseconds(10), .seconds(600))
        let database = try SQLiteDatabase(path: folder.path("a"), options: options)

        let kind = await databaseErrorKind {
            _ = try await database.readList(.test) { try $0.rows(Engine.sqlite.endless) }
        }

        #expect(kind == .tooLong)
    }

    @Test func `a body cannot go on once SQLite has rolled its transaction back`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        try await database.add(team: 1, "acme")

        let kind = await databaseErrorKind {
            try await database.write(.test) { transaction in
                _ = try? transaction.execute("INSERT OR ROLLBACK INTO teams (id, name) VALUES (1, 'again')")
                try transaction.execute("INSERT INTO teams (id, name) VALUES (2, 'globex')")
            }
        }

        #expect(kind == .busy)
        #expect(try await database.teamCount() == 1)
    }

    @Test func `discarded connections are replaced by durable ones`() async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))
        try await database.apply(Migration(name: "0001_contract.sql", text: Engine.sqlite.schema), at: 0)
        try await database.add(team: 1, "acme")
        let before = try await database.pool()

        await #expect(throws: (any Error).self) { try await database.failToSync() }
        try await database.add(team: 2, "globex")

        #expect(try await database.pool() !== before)
        #expect(try await database.teamCount() == 2)
        #expect(try await database.writing { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    }

    @Test func `a copy is one file, without a WAL beside it, and never half there`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        try await database.add(team: 1, "acme")

        try await database.backUp(to: folder.path("copy"))

        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("copy") }
        #expect(names == ["copy"])
        let header = try #require(
            try FileHandle(forReadingFrom: URL(filePath: folder.path("copy"))).read(upToCount: 20)
        )
        #expect(header[18...19] == Data([1, 1]))  // 2 would be WAL: <https://www.sqlite.org/fileformat.html>
    }

    @Test func `a file that is no database and a missing folder are distinguished`() async throws {
        try Data(repeating: 0x61, count: 5000).write(to: URL(filePath: folder.path("a")))

        #expect(await databaseErrorKind { try SQLiteDatabase(path: folder.path("a")) } == .corrupt)
        #expect(await databaseErrorKind { try SQLiteDatabase(path: folder.path("none/a")) } == .unavailable)
    }
}
