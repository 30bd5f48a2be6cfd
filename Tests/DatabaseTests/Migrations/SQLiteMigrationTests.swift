import Foundation
import GRDB
import Testing

@testable import Database

@Suite struct SQLiteMigrationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a crash in the middle of a step leaves the schema as it was`() async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))
        try await database.apply(Migration(name: "0001_contract.sql", text: Engine.sqlite.schema), at: 0)
        let folder = folder
        try await database.writing { connection in
            // Copies the files as a crash at this moment would leave them.
            let crash = DatabaseFunction("crash", argumentCount: 0) { _ in
                for ending in ["", "-wal"] {
                    try FileManager.default.copyItem(
                        atPath: folder.path("a") + ending,
                        toPath: folder.path("crashed") + ending
                    )
                }
                return nil
            }
            connection.add(function: crash)
        }

        // Far more than the page cache holds, so that much of it is in the WAL already.
        let step = """
            CREATE TABLE bulk (id INTEGER PRIMARY KEY, bytes BLOB);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) INSERT INTO bulk SELECT i, randomblob(4000) FROM n;
            SELECT crash();
            """
        try await database.apply(Migration(name: "0002_bulk.sql", text: step), at: 0)
        let crashed = try SQLiteDatabase(path: folder.path("crashed"))

        let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.path("a-wal"))[.size] as? Int)
        #expect(size > 8 << 20)
        #expect(try await crashed.appliedMigrations().map(\.name) == ["0001_contract.sql"])
        #expect(try await crashed.writing { try $0.tableExists("bulk") } == false)
        #expect(try await database.writing { try $0.tableExists("bulk") })
    }

    @Test func `a step can build anew a table that others refer to`() async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))
        try await database.apply(Migration(name: "0001_contract.sql", text: Engine.sqlite.schema), at: 0)
        try await database.add(team: 1, "acme")
        try await database.run("INSERT INTO members (team_id, name) VALUES (1, 'ada')")

        let step = """
            CREATE TABLE new_teams (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, colour TEXT) STRICT;
            INSERT INTO new_teams (id, name) SELECT id, name FROM teams;
            DROP TABLE teams;
            ALTER TABLE new_teams RENAME TO teams;
            """
        try await database.apply(Migration(name: "0002_colours.sql", text: step), at: 0)
        let kind = await databaseErrorKind {
            try await database.run("DELETE FROM teams")
        }

        #expect(kind == .foreignKey)  // in force again
    }

    @Test func `a step that leaves a broken reference is undone`() async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))
        try await database.apply(Migration(name: "0001_contract.sql", text: Engine.sqlite.schema), at: 0)

        let kind = await databaseErrorKind {
            try await database.apply(
                Migration(name: "0002_break.sql", text: "INSERT INTO members VALUES (9, 'eve')"),
                at: 0
            )
        }

        #expect(kind == .migration)
        #expect(try await database.appliedMigrations().count == 1)
        let next = await databaseErrorKind {
            try await database.run("INSERT INTO members VALUES (9, 'eve')")
        }
        #expect(next == .foreignKey)
    }

    @Test(arguments: ["COMMIT", "BEGIN", "/* a */ RollBack", "-- a\nEND", "SAVEPOINT a", "VACUUM", "ATTACH 'b' AS b"])
    func `a step cannot end its transaction`(statement: String) async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))

        let kind = await databaseErrorKind {
            try await database.apply(Migration(name: "0001_a.sql", text: "CREATE TABLE a (id);\n\(statement);"), at: 0)
        }

        #expect(kind == .migration)
        #expect(try await database.writing { try $0.tableExists("a") } == false)
    }

    @Test func `a step can make a trigger`() async throws {
        let database = try SQLiteDatabase(path: folder.path("a"))
        let text = """
            CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER);
            CREATE TRIGGER a_stays BEFORE DELETE ON a BEGIN SELECT CASE WHEN old.n > 0 THEN RAISE(ABORT, 'a stays') END; END;
            INSERT INTO a VALUES (1, 1);
            """

        try await database.apply(Migration(name: "0001_a.sql", text: text), at: 0)

        let kind = await databaseErrorKind { try await database.run("DELETE FROM a") }
        #expect(kind == .check)
    }
}
