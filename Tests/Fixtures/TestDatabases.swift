import Database
import Foundation
import Synchronization

/// The two databases of one test, gone with this value.
protocol TestDatabases: Sendable {
    var control: any MigratableDatabase { get }
    var events: any MigratableDatabase { get }
    /// The rules that this engine cannot enforce itself.
    var controlRules: [any StatementObserver] { get }
    var eventRules: [any StatementObserver] { get }
    func snapshot() async throws -> any DatabaseSnapshot
    func tamper(_ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws
}

/// What databases held at one moment; cheaper to begin from than filling new ones.
protocol DatabaseSnapshot: Sendable {
    func open() async throws -> any TestDatabases
}

/// Which engine this run is about.
public enum TestEngine {
    #if PostgreSQL
    public static let isPostgres = PostgresServer.url != nil
    #else
    public static let isPostgres = false
    #endif
}

extension TestEngine {
    /// With the newest schema and nothing in it.
    static func newDatabases() async throws -> any TestDatabases {
        #if PostgreSQL
        if TestEngine.isPostgres { return try await PostgresTestDatabases.empty() }
        #endif
        return try await SQLiteTestDatabases.empty()
    }
}

/// Two files in a folder.
final class SQLiteTestDatabases: TestDatabases {
    private static let names = ["control.sqlite", "events.sqlite"]

    let folder: TestFolder
    let control: any MigratableDatabase
    let events: any MigratableDatabase

    private init(in folder: TestFolder) throws {
        self.folder = folder
        var options = SQLiteDatabase.Options()
        // Many tests at once, in debug code, take longer than users may wait.
        options.listLimit = .seconds(60)
        control = try SQLiteDatabase(path: folder.url.appending(path: Self.names[0]).path, options: options)
        events = try SQLiteDatabase(path: folder.url.appending(path: Self.names[1]).path, options: options)
    }

    /// Migrated once in a run.
    private static let template = Task {
        let databases = try SQLiteTestDatabases(in: TestFolder())
        _ = try await databases.control.migrate(from: Installation.migrations.appending(path: "control"), at: 0)
        _ = try await databases.events.migrate(from: Installation.migrations.appending(path: "events"), at: 0)
        return try await databases.snapshot()
    }

    static func empty() async throws -> any TestDatabases { try await template.value.open() }

    var controlRules: [any StatementObserver] {
        [TenantRule(path: folder.url.appending(path: Self.names[0]).path, column: .uuid)]
    }

    var eventRules: [any StatementObserver] {
        [TenantRule(path: folder.url.appending(path: Self.names[1]).path, column: .number)]
    }

    func tamper(_ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws {
        try await control.write(.installation("tampering")) { transaction in
            try transaction.execute("DROP TRIGGER audit_entries_stay")
            try transaction.execute("DROP TRIGGER audit_entries_remain")
            try body(transaction)
        }
    }

    func snapshot() async throws -> any DatabaseSnapshot {
        let copy = try TestFolder()
        for (name, database) in zip(Self.names, [control, events]) {
            try await (database as? SQLiteDatabase)?.backUp(to: copy.url.appending(path: name).path)
        }
        return Snapshot(folder: copy)
    }

    private struct Snapshot: DatabaseSnapshot {
        let folder: TestFolder

        func open() async throws -> any TestDatabases {
            let new = try TestFolder()
            for name in SQLiteTestDatabases.names {
                try FileManager.default.copyItem(
                    at: folder.url.appending(path: name),
                    to: new.url.appending(path: name)
                )
            }
            return try SQLiteTestDatabases(in: new)
        }
    }
}

/// A folder that is deleted with this value.
final class TestFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

#if PostgreSQL
/// Lets so many in at once, and the others wait: all tests begin together, and a server has only so many connections.
private final class Turnstile: Sendable {
    private struct State {
        var places: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(places: Int) { state = Mutex(State(places: places)) }

    func enter() async {
        await withCheckedContinuation { continuation in
            let isIn = state.withLock { state in
                guard state.places > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.places -= 1
                return true
            }
            if isIn { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.places += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// Two schemas of a database.
final class PostgresTestDatabases: TestDatabases {
    /// Filled once in a run.
    private static let template = Task {
        let server = try PostgresFolder()
        let folder = Installation.migrations.deletingLastPathComponent().appending(path: "postgres")
        for schema in ["control", "events"] {
            var options = PostgresOptions(patientAt: server.url, schema: schema)
            options.connections = 2
            let database = PostgresDatabase(options)
            try await database.migrate(from: folder.appending(path: schema), at: 0)
            // A copy takes as long as there are files in it: the days go, and their events to the partition for all
            // others.
            if schema == "events" {
                _ = try await database.write(.installation("days")) {
                    try $0.row("SELECT drop_event_days(99999) AS dropped")
                }
            }
            try await database.close()
        }
        try server.disconnect()
        return server
    }

    private static let turnstile = Turnstile(places: 24)

    private let server: PostgresFolder
    let control: any MigratableDatabase
    let events: any MigratableDatabase

    private init(template: PostgresFolder) async throws {
        await Self.turnstile.enter()
        do { server = try PostgresFolder(template: template) } catch {
            Self.turnstile.leave()
            throw error
        }
        control = PostgresDatabase(Self.options(server, "control"))
        events = PostgresDatabase(Self.options(server, "events"))
    }

    static func empty() async throws -> PostgresTestDatabases {
        try await PostgresTestDatabases(template: try await template.value)
    }

    deinit { Self.turnstile.leave() }

    /// Row-level security restricts each transaction to its tenant.
    var controlRules: [any StatementObserver] { [] }
    var eventRules: [any StatementObserver] { [] }

    func tamper(_ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws {
        var options = Self.options(server, "control")
        options.role = nil
        let owner = PostgresDatabase(options)
        try await owner.write(.installation("tampering")) { transaction in
            try transaction.execute("ALTER TABLE audit_entries DISABLE TRIGGER USER")
            try body(transaction)
        }
        try await owner.close()
    }

    func snapshot() async throws -> any DatabaseSnapshot {
        // A database with open connections cannot be copied.
        try await control.close()
        try await events.close()
        try server.disconnect()
        return Snapshot(server: server)
    }

    private struct Snapshot: DatabaseSnapshot {
        let server: PostgresFolder

        func open() async throws -> any TestDatabases { try await PostgresTestDatabases(template: server) }
    }

    private static func options(_ server: PostgresFolder, _ schema: String) -> PostgresOptions {
        var options = PostgresOptions(patientAt: server.url, schema: schema)
        options.role = "gatehouse_app"
        options.connections = 3
        options.ignoresTenantConditions = PostgresServer.ignoresTenantConditions
        return options
    }
}
#endif
