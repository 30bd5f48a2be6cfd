import Database
import Domain
import Foundation

/// The two databases of an installation, opened, with the newest schema.
struct Storage: Sendable {
    let control: any MigratableDatabase
    let events: any MigratableDatabase
    /// What was done to the schemas now; empty when they were the newest.
    let migrated: [String]

    var isShared: Bool { control.engine == .postgres }

    /// - Throws: `DatabaseError`, `CommandFailure`
    static func open(_ settings: StorageSettings) async throws -> Storage {
        let moment = Surroundings.system.now()
        guard let server = settings.server else { return try await open(files: DataFolder(url: settings.data), settings, moment) }
        #if PostgreSQL
        return try await open(server: server, settings, moment)
        #else
        throw CommandFailure.refused("postgresql", "This build knows SQLite only; \(server.url) cannot be used.")
        #endif
    }

    private static func open(files folder: DataFolder, _ settings: StorageSettings, _ moment: Timestamp) async throws -> Storage {
        let control = try SQLiteDatabase(path: folder.control.path)
        let events = try SQLiteDatabase(path: folder.events.path, options: .events)
        for file in [folder.control, folder.events] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        let steps = try await Schema(assets: settings.assets, engine: .sqlite).migrate(control: control, events: events, at: moment)
        return Storage(control: control, events: events, migrated: steps)
    }

    #if PostgreSQL
    /// The owner brings the schemas up; the work is done with fewer rights.
    private static func open(server: DatabaseServer, _ settings: StorageSettings, _ moment: Timestamp) async throws -> Storage {
        let schema = Schema(assets: settings.assets, engine: .postgres)
        let steps = try await naming(server.ownerSettings) {
            let owners = ["control", "events"].map { PostgresDatabase(.owner(of: $0, server)) }
            try await owners[0].check()
            let steps = try await schema.migrate(control: owners[0], events: owners[1], at: moment)
            for owner in owners { try await owner.close() }
            return steps
        }
        return try await naming(Setting.databaseURL.environmentName) {
            let (control, events) = (PostgresDatabase(.work(in: "control", server)), PostgresDatabase(.work(in: "events", server)))
            try await control.check()
            try await control.checkRights()
            try await events.checkRights()
            return Storage(control: control, events: events, migrated: steps)
        }
    }

    /// Runs `work`, and tells of a server that cannot be used with the settings that name it.
    private static func naming<Result>(_ settings: String, _ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let error as DatabaseError {
            let place = "Look at \(settings)"
            switch error.kind {
            case .unavailable, .statement, .busy, .tooLong:
                throw CommandFailure.unavailable("PostgreSQL cannot be used: \(error.detail). \(place), and whether the server runs.")
            case .migration where error.detail.contains("42501"):
                throw CommandFailure.refused("schema", "\(error.detail). \(place): it names the login that owns the schemas.")
            default: throw error
            }
        }
    }
    #endif

    /// Hears from now on what other nodes announce.
    func listen() {
        #if PostgreSQL
        (control as? PostgresDatabase)?.listen()
        #endif
    }

    /// What the engine itself has left behind.
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
    /// Of the file with the events, whose tenants have numbers.
    static var events: Self {
        var options = Self()
        options.tenantColumn = .number
        return options
    }

    /// For a look at every page of a file: one reader, without the limit that keeps the WAL short.
    func forInspection() -> Self {
        var options = self
        options.readers = 1
        options.readLimit = .hours(6)
        options.checksTenants = false
        return options
    }
}

#if PostgreSQL
extension PostgresOptions {
    /// The role whose rights the service has.
    static let applicationRole = "gatehouse_app"

    static func work(in schema: String, _ server: DatabaseServer) -> Self {
        var options = Self(url: server.url.text, schema: schema)
        options.role = applicationRole
        options.connections = server.connections
        return options
    }

    /// For changes of the schema, which may build an index over all there is.
    static func owner(of schema: String, _ server: DatabaseServer) -> Self {
        var options = Self(url: server.ownerURL.text, schema: schema)
        options.connections = 2
        options.patience = .seconds(10)
        options.statementLimit = .hours(6)
        options.lockLimit = .seconds(30)
        options.idleLimit = .hours(6)
        return options
    }

    /// For a look at every row.
    static func inspection(of schema: String, _ server: DatabaseServer) -> Self {
        var options = work(in: schema, server)
        options.connections = 2
        options.statementLimit = .hours(6)
        options.idleLimit = .hours(6)
        return options
    }
}
#endif
