import Database
import Fixtures
import Foundation
import Testing

/// One database engine, for the suites that every engine must pass.
struct Engine: Sendable, CustomTestStringConvertible {
    #if PostgreSQL
    static let all = PostgresServer.url == nil ? [sqlite] : [sqlite, postgres]
    #else
    static let all = [sqlite]
    #endif

    let testDescription: String
    /// The tables of the contract, in the engine's own types.
    let schema: String
    /// Opens the database called `name` in a folder, making it when there is none.
    let open: @Sendable (_ folder: TemporaryFolder, _ name: String) throws -> any MigratableDatabase

    /// Runs until it is interrupted.
    let endless: SQL

    /// A database with the tables of the contract.
    func make(in folder: TemporaryFolder) async throws -> any MigratableDatabase {
        let database = try open(folder, "contract")
        let step = try folder.folder("contract.steps", ["0001_contract.sql": schema])
        try await database.migrate(from: step, at: 0)
        return database
    }

    static let sqlite = Engine(
        testDescription: "SQLite",
        schema: """
            CREATE TABLE teams (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE members (
                team_id INTEGER NOT NULL REFERENCES teams (id),
                name TEXT NOT NULL CHECK (length(name) > 0),
                PRIMARY KEY (team_id, name)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE samples (id INTEGER NOT NULL PRIMARY KEY, number INTEGER, fraction REAL, text TEXT, bytes BLOB) STRICT;
            """,
        open: { folder, name in try SQLiteDatabase(path: folder.path(name)) },
        endless: "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    )

    #if PostgreSQL
    static let postgres = Engine(
        testDescription: "PostgreSQL",
        schema: """
            CREATE TABLE teams (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE);
            CREATE TABLE members (
                team_id BIGINT NOT NULL REFERENCES teams (id),
                name TEXT NOT NULL CHECK (length(name) > 0),
                PRIMARY KEY (team_id, name)
            );
            CREATE TABLE samples (id BIGINT NOT NULL PRIMARY KEY, number BIGINT, fraction DOUBLE PRECISION, text TEXT, bytes BYTEA);
            """,
        open: { folder, name in
            var options = PostgresOptions(patientAt: try folder.postgres(), schema: name)
            options.connections = 4
            return PostgresDatabase(options)
        },
        endless: "SELECT pg_sleep(600)"
    )
    #endif
}

extension SQLiteDatabase {
    /// With the tables of the contract.
    static func contract(in folder: TemporaryFolder) async throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: folder.path("contract"))
        try await database.apply(Migration(name: "0001_contract.sql", text: Engine.sqlite.schema), at: 0)
        return database
    }
}

extension Scope {
    static let test = Scope.installation("test")
}

extension MigratableDatabase {
    func run(_ statement: SQL) async throws {
        _ = try await write(.test) { try $0.execute(statement) }
    }

    func add(team id: Int, _ name: String) async throws {
        try await run("INSERT INTO teams (id, name) VALUES (\(id), \(name))")
    }

    func teamCount() async throws -> Int {
        try await read(.test) { try $0.value("SELECT count(*) FROM teams") ?? 0 }
    }
}

/// The kind of the error that `body` throws; nil when it throws another one or none.
func databaseErrorKind<Value>(_ body: () async throws -> Value) async -> DatabaseError.Kind? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? DatabaseError)?.kind
    }
}
