import Database
import Domain
import Foundation

/// The migrations of both databases.
struct Schema: Sendable {
    let control: URL
    let events: URL

    init(assets: URL, engine: DatabaseEngine) {
        let folder = assets.appending(path: engine == .sqlite ? "migrations/sqlite" : "migrations/postgres")
        control = folder.appending(path: "control")
        events = folder.appending(path: "events")
    }

    /// - Returns: the migrations applied now, as `control/0001_create_tenants.sql`.
    func migrate(
        control: any MigratableDatabase,
        events: any MigratableDatabase,
        at now: Timestamp
    ) async throws -> [String] {
        let inControl = try await control.migrate(from: self.control, at: now.milliseconds)
        let inEvents = try await events.migrate(from: self.events, at: now.milliseconds)
        return inControl.map { "control/\($0)" } + inEvents.map { "events/\($0)" }
    }

    #if PostgreSQL
    /// Reads the objects that the migrations of a folder create on PostgreSQL, from the file beside it.
    /// - Throws: `.migration` when the file is missing or invalid.
    static func postgresObjects(of migrations: URL) throws(DatabaseError) -> SchemaObjects {
        let file = migrations.appendingPathExtension("objects.json")
        guard let bytes = FileManager.default.contents(atPath: file.path), let objects = try? SchemaObjects(json: bytes)
        else {
            throw DatabaseError(
                .migration,
                "The schema file \(file.path) is missing or cannot be read; restore it from the release."
            )
        }
        return objects
    }

    /// - Throws: `.migration`, with a remedy, when the objects in the databases differ from those of the migrations.
    func checkObjects(control: PostgresDatabase, events: PostgresDatabase) async throws {
        for (database, migrations) in [(control, self.control), (events, self.events)] {
            let differing = try await database.objects().differing(from: Self.postgresObjects(of: migrations))
            if let error = DatabaseError(differing: differing, in: "The schema \(migrations.lastPathComponent)") {
                throw error
            }
        }
    }
    #endif
}
