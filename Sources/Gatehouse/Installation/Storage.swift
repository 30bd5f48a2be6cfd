import Database
import Domain
import Foundation
import Logging
import Stores
import Synchronization

/// The two open databases of an installation, migrated to the newest schema.
struct Storage: Sendable {
    let control: any MigratableDatabase
    let events: any MigratableDatabase
    /// The migrations applied now; empty when the schemas were the newest.
    let migrated: [String]
    /// The reserved space for the control database; nil with a database server.
    var reserve: DiskReserve?

    /// The events database when it is a file of its own, which may disappear.
    var recoveringEvents: RecoveringDatabase? { events as? RecoveringDatabase }

    var isShared: Bool { control.engine == .postgres }

    /// - Parameter makesEvents: creates a missing events database also where one existed before.
    /// - Throws: `DatabaseError`, `CommandFailure`
    static func open(_ settings: StorageSettings, makesEvents: Bool, logger: Logger) async throws -> Storage {
        guard let server = settings.server else {
            return try await open(files: settings, makesEvents: makesEvents, logger)
        }
        #if PostgreSQL
        return try await open(server: server, settings)
        #else
        throw CommandFailure.rejected("postgresql", "This build knows SQLite only; \(server.url) cannot be used.")
        #endif
    }

    /// Opens the files. The control database is required; a missing events database is opened when it is back.
    private static func open(
        files settings: StorageSettings,
        makesEvents: Bool,
        _ logger: Logger
    ) async throws -> Storage {
        let (folder, now) = (DataFolder(settings), SystemContext.system.now())
        let schema = Schema(assets: settings.assets, engine: .sqlite)
        let reserve = DiskReserve(file: folder.reserve, logger: logger)
        let file = try openControl(folder, reserve)
        do { try await file.checkObjects(from: schema.control) } catch {
            try? await file.close()
            throw error
        }
        let control = ReservedDatabase(database: file, reserve: reserve)
        let inControl = try await control.migrate(from: schema.control, at: now.milliseconds)
        let facts = InstallationFacts(control: control)
        let hadEvents = try await facts.hasEvents()
        let migrated = Mutex<[String]>([])
        let events = recoveringEvents(folder, schema, mayMake: makesEvents || !hadEvents) { steps in
            migrated.withLock { $0 += steps }
        }
        await events.check()
        // The schema of another program version is not a missing file: as for the control database, the start is
        // rejected.
        if let problem = events.problem, problem.kind == .migration || problem.kind == .locked { throw problem }
        if events.problem == nil { try await facts.keepHasEvents() }
        reserve.holdIfRoom()
        let steps = inControl.map { "control/\($0)" } + migrated.withLock { $0 }.map { "events/\($0)" }
        return Storage(control: control, events: events, migrated: steps, reserve: reserve)
    }

    /// The events database, opened as often as its file comes back.
    /// - Parameters:
    ///   - mayMake: whether a missing file is created, once.
    ///   - onMigration: receives the migrations that were applied.
    private static func recoveringEvents(
        _ folder: DataFolder,
        _ schema: Schema,
        mayMake: Bool,
        onMigration: @escaping @Sendable ([String]) -> Void
    ) -> RecoveringDatabase {
        let mayMake = Mutex(mayMake)
        return RecoveringDatabase(file: folder.events) {
            let isThere = FileManager.default.fileExists(atPath: folder.events.path)
            guard isThere || mayMake.withLock({ $0 }) else {
                throw DatabaseError(
                    .unavailable,
                    """
                    \(folder.events.path) is missing. Bring its volume or file back, or stop the server and run `gatehouse migrate`, which \
                    makes a new, empty one.
                    """
                )
            }
            let (database, lock) = try openEvents(folder)
            do {
                try await database.checkObjects(from: schema.events)
                onMigration(
                    try await database.migrate(from: schema.events, at: SystemContext.system.now().milliseconds)
                )
                // A file that disappears later is waited for, not created again.
                mayMake.withLock { $0 = false }
                return (database, lock)
            } catch {
                try? await database.close()
                throw error
            }
        }
    }

    private static func openControl(_ folder: DataFolder, _ reserve: DiskReserve) throws -> SQLiteDatabase {
        reserve.releaseIfTight()
        let database: SQLiteDatabase
        do { database = try SQLiteDatabase(path: folder.control.path) } catch {
            // Recovering the WAL needs space too.
            guard [.diskFull, .io, .unavailable].contains(error.kind), reserve.release() else { throw error }
            database = try SQLiteDatabase(path: folder.control.path)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.control.path)
        return database
    }

    private static func openEvents(_ folder: DataFolder) throws -> (SQLiteDatabase, DataFolderLock?) {
        var lock: DataFolderLock?
        if let own = folder.ownEventsFolder {
            guard FileManager.default.fileExists(atPath: own.path) else {
                throw DatabaseError(.unavailable, "There is no folder \(own.path)")
            }
            lock = try DataFolderLock(folder: own)
        }
        let database = try SQLiteDatabase(path: folder.events.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.events.path)
        return (database, lock)
    }

    #if PostgreSQL
    /// Migrates the schemas as their owner, then opens the databases with fewer rights.
    private static func open(server: DatabaseServer, _ settings: StorageSettings) async throws -> Storage {
        let now = SystemContext.system.now()
        let schema = Schema(assets: settings.assets, engine: .postgres)
        let steps = try await explaining(server.ownerSettings) {
            let owners = ["control", "events"].map { PostgresDatabase(.owner(of: $0, server)) }
            try await owners[0].check()
            let steps = try await schema.migrate(control: owners[0], events: owners[1], at: now)
            for owner in owners { try await owner.close() }
            return steps
        }
        return try await explaining(Setting.databaseURL.environmentName) {
            let (control, events) = (
                PostgresDatabase(.work(in: "control", server)), PostgresDatabase(.work(in: "events", server))
            )
            try await control.check()
            try await control.checkRights()
            try await events.checkRights()
            try await schema.checkObjects(control: control, events: events)
            return Storage(control: control, events: events, migrated: steps)
        }
    }

    /// Runs `work`; the error for an unusable server names the settings to check.
    private static func explaining<Result>(_ settings: String, _ work: () async throws -> Result) async throws -> Result
    {
        do { return try await work() } catch let error as DatabaseError {
            let place = "Look at \(settings)"
            switch error.kind {
            case .unavailable, .statement, .busy, .tooLong:
                throw CommandFailure.unavailable(
                    "PostgreSQL cannot be used: \(error.detail). \(place), and whether the server runs."
                )
            case .migration where error.detail.contains("42501"):
                throw CommandFailure.rejected(
                    "schema",
                    "\(error.detail). \(place): it names the login that owns the schemas."
                )
            default: throw error
            }
        }
    }
    #endif

    /// Listens for notifications of other nodes from now on.
    func listen() {
        #if PostgreSQL
        (control as? PostgresDatabase)?.listen()
        #endif
    }

    /// Deletes bookkeeping rows of the engine itself.
    func forgetMarks() async throws {
        #if PostgreSQL
        for case let database as PostgresDatabase in [control, events] { try await database.forgetMarks() }
        #endif
    }

    func close() async throws {
        try await control.close()
        try await events.close()
    }
}

extension SQLiteDatabase.Options {
    /// The options to check every page of a file: one reader, without the time limit that keeps the WAL short.
    static var forInspection: Self {
        var options = Self()
        options.readers = 1
        options.readLimit = .hours(6)
        return options
    }
}

#if PostgreSQL
extension PostgresOptions {
    /// The role that defines the rights of the service.
    static let applicationRole = "gatehouse_app"

    static func work(in schema: String, _ server: DatabaseServer) -> Self {
        var options = Self(url: server.url.text, schema: schema)
        options.role = applicationRole
        options.connections = server.connections
        return options
    }

    /// The options for migrations, which may build an index over all rows.
    static func owner(of schema: String, _ server: DatabaseServer) -> Self {
        var options = Self(url: server.ownerURL.text, schema: schema)
        options.connections = 2
        options.patience = .seconds(10)
        options.statementLimit = .hours(6)
        options.lockLimit = .seconds(30)
        options.idleLimit = .hours(6)
        return options
    }

    /// The options to change very many rows at once, while no node runs.
    static func restoration(of server: DatabaseServer) -> Self {
        var options = inspection(of: "control", server)
        options.lockLimit = .seconds(30)
        return options
    }

    /// The options to read every row.
    static func inspection(of schema: String, _ server: DatabaseServer) -> Self {
        var options = work(in: schema, server)
        options.connections = 2
        options.statementLimit = .hours(6)
        options.idleLimit = .hours(6)
        return options
    }
}
#endif
