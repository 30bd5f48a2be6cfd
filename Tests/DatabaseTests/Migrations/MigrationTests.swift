import Database
import Foundation
import Testing

@Suite struct MigrationTests {
    static let teams = "CREATE TABLE teams (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL);"
    static let colours =
        "ALTER TABLE teams ADD COLUMN colour TEXT; -- later\nINSERT INTO teams VALUES (1, 'a;b', 'red');"

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func detail(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "nothing was thrown"
        } catch let error as DatabaseError where error.kind == .migration {
            return error.detail
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: Engine.all) func `files are applied once, in the order of their names`(engine: Engine) async throws
    {
        let database = try engine.open(folder, "a")
        let files = try folder.folder(
            "m",
            ["0002_colours.sql": Self.colours, "0001_teams.sql": Self.teams, "README.md": "no"]
        )

        let pending = try await database.pendingMigrations(in: files).map(\.name)
        let first = try await database.migrate(from: files, at: 1000)
        let second = try await database.migrate(from: files, at: 2000)

        #expect(pending == ["0001_teams.sql", "0002_colours.sql"])
        #expect(first == pending)
        #expect(second == [])
        #expect(try await database.teamCount() == 1)
        #expect(try await database.appliedMigrations().map(\.name) == pending)
    }

    @Test(arguments: Engine.all) func `a file that only got another number counts as applied`(
        engine: Engine
    ) async throws {
        let database = try engine.open(folder, "a")
        let gap = try folder.folder("m", ["0001_teams.sql": Self.teams, "0004_colours.sql": Self.colours])
        try await database.migrate(from: gap, at: 0)
        let closed = try folder.folder(
            "n",
            [
                "0001_teams.sql": Self.teams, "0002_colours.sql": Self.colours,
                "0003_more.sql": "CREATE TABLE more (id INTEGER);",
            ]
        )
        let changed = try folder.folder("o", ["0001_teams.sql": Self.teams, "0002_colours.sql": Self.colours + " "])

        let pending = try await database.pendingMigrations(in: closed).map(\.name)
        let rejected = await detail { _ = try await database.pendingMigrations(in: changed) }

        #expect(pending == ["0003_more.sql"])
        #expect(rejected.contains("0004_colours.sql"))
    }

    @Test(arguments: Engine.all) func `asking what is pending writes nothing`(engine: Engine) async throws {
        let database = try engine.open(folder, "a")

        #expect(try await database.appliedMigrations() == [])

        let kind = await databaseErrorKind {
            _ = try await database.read(.test) { try $0.rows("SELECT * FROM schema_migrations") }
        }
        #expect(kind == .statement)
    }

    @Test(arguments: Engine.all) func `a file changed after it was applied stops the start`(engine: Engine) async throws
    {
        let database = try engine.open(folder, "a")
        try await database.migrate(from: try folder.folder("m", ["0001_teams.sql": Self.teams]), at: 0)
        let changed = try folder.folder("n", ["0001_teams.sql": Self.teams + " "])

        let detail = await detail { try await database.migrate(from: changed, at: 0) }

        #expect(
            detail
                == "The schema file 0001_teams.sql has been changed since it was applied; put the released file back."
        )
    }

    @Test(arguments: Engine.all) func `a corrected file replaces the text that it names, and no other`(
        engine: Engine
    ) async throws {
        let former = Migration(name: "0001_teams.sql", text: Self.teams)
        let database = try engine.open(folder, "a")
        try await database.migrate(from: try folder.folder("m", [former.name: former.text]), at: 0)
        let next = ["0002_colours.sql": Self.colours]
        func corrected(_ name: String, replacing checksum: String) throws -> URL {
            let text = "-- Replaces \(checksum).\n\(Self.teams)"
            return try folder.folder(name, next.merging([former.name: text]) { $1 })
        }

        let detail = await detail {
            try await database.migrate(from: try corrected("n", replacing: String(repeating: "0", count: 64)), at: 0)
        }
        let applied = try await database.migrate(from: try corrected("o", replacing: former.checksum), at: 0)

        #expect(detail.hasPrefix("The schema file 0001_teams.sql has been changed since it was applied;"))
        #expect(applied == ["0002_colours.sql"])
    }

    @Test(arguments: Engine.all) func `a database newer than the program stops the start`(engine: Engine) async throws {
        let database = try engine.open(folder, "a")
        let newer = try folder.folder("m", ["0001_teams.sql": Self.teams, "0002_colours.sql": Self.colours])
        try await database.migrate(from: newer, at: 0)

        let detail = await detail {
            try await database.migrate(from: try folder.folder("n", ["0001_teams.sql": Self.teams]), at: 0)
        }

        #expect(
            detail.hasPrefix(
                "The database has the schema step 0002_colours.sql, which this program does not know; start the newer"
            )
        )
    }

    @Test(arguments: Engine.all) func `a file that was left out stops the start`(engine: Engine) async throws {
        let database = try engine.open(folder, "a")
        try await database.migrate(from: try folder.folder("m", ["0002_teams.sql": Self.teams]), at: 0)
        let more = try folder.folder("n", ["0001_first.sql": "SELECT 1", "0002_teams.sql": Self.teams])

        let detail = await detail { try await database.migrate(from: more, at: 0) }

        #expect(
            detail.hasPrefix("The schema file 0001_first.sql was never applied, although the later 0002_teams.sql was;")
        )
    }

    @Test(arguments: Engine.all) func `a step that fails leaves the schema as it was`(engine: Engine) async throws {
        let database = try engine.open(folder, "a")
        let broken = [
            "0001_teams.sql": Self.teams,
            "0002_more.sql": "CREATE TABLE more (id INTEGER); INSERT INTO nowhere VALUES (1);",
        ]

        let detail = await detail { try await database.migrate(from: try folder.folder("m", broken), at: 0) }

        #expect(detail.hasPrefix("The schema step 0002_more.sql failed, and nothing of it was kept: "))
        #expect(detail.contains("nowhere"))
        #expect(try await database.appliedMigrations().map(\.name) == ["0001_teams.sql"])
        let kind = await databaseErrorKind { _ = try await database.read(.test) { try $0.rows("SELECT * FROM more") } }
        #expect(kind == .statement)
    }

    /// Also where it replaces a former text.
    @Test(arguments: Engine.all, ["", "-- Replaces \(String(repeating: "0", count: 64)).\n"])
    func `a file that is repeated runs in a transaction each time, and goes on later`(
        engine: Engine,
        beginning: String
    ) async throws {
        let database = try engine.open(folder, "a")
        let work = """
            \(Self.teams) CREATE TABLE work (id INTEGER NOT NULL PRIMARY KEY); INSERT INTO work VALUES (1), (2), (3), (4);
            """
        let copy = Migration(
            name: "0002_copy.sql",
            text: """
                \(beginning)-- Repeated while work has rows.
                INSERT INTO teams SELECT min(id), 'team' FROM work;
                DELETE FROM work WHERE id = (SELECT min(id) FROM work);
                """
        )
        let files = try folder.folder("m", ["0001_work.sql": work, copy.name: copy.text])
        try await database.migrate(from: try folder.folder("n", ["0001_work.sql": work]), at: 0)
        for _ in 0..<2 { #expect(try await !database.apply(copy, at: 0)) }
        try await database.run("INSERT INTO teams VALUES (3, 'in the way')")

        let detail = await detail { try await database.migrate(from: files, at: 0) }
        let kept = try await database.teamCount()
        try await database.run("DELETE FROM teams WHERE name = 'in the way'")
        let names = try await database.migrate(from: files, at: 0)

        #expect(detail.hasPrefix("The schema step 0002_copy.sql stopped, and goes on at the next start: "))
        #expect(kept == 3)
        #expect(names == ["0002_copy.sql"])
        #expect(try await database.teamCount() == 4)
        #expect(try await database.migrate(from: files, at: 0) == [])
    }

    @Test(arguments: ["0001.sql", "1_teams.sql", "0001_Teams.sql", "0001-teams.sql"])
    func `a file without a number and a name is refused`(name: String) async throws {
        let files = try folder.folder("m", [name: Self.teams])

        let detail = await detail { _ = try Migration.load(from: files) }

        #expect(detail == "The schema file \(name) is not named as 0001_create_tenants.sql; rename or remove it.")
    }

    @Test func `two files with one number, no file and no folder are refused`() async throws {
        let twice = try folder.folder("m", ["0001_teams.sql": Self.teams, "0001_users.sql": Self.teams])
        let empty = try folder.folder("n", [:])

        #expect(await detail { _ = try Migration.load(from: twice) }.contains("have the same number"))
        #expect(await detail { _ = try Migration.load(from: empty) }.contains("holds no schema file"))
        #expect(
            await detail { _ = try Migration.load(from: folder.url.appending(path: "o")) }.contains("GATEHOUSE_ASSETS")
        )
    }
}
