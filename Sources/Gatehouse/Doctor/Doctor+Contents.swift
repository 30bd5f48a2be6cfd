import Database
import Domain
import Foundation

extension Doctor {
    /// What is kept twice, for speed, must say the same.
    func lookAtPeople(_ control: any Database) async -> [Finding] {
        [
            await lookForNone(
                "control_user_counts", control,
                """
                SELECT count(*) AS n FROM (
                    SELECT * FROM (
                        SELECT tenant_id, role, state, n FROM user_counts WHERE n <> 0
                        EXCEPT SELECT tenant_id, role, state, count(*) FROM users GROUP BY tenant_id, role, state) AS missing
                    UNION ALL SELECT * FROM (
                        SELECT tenant_id, role, state, count(*) FROM users GROUP BY tenant_id, role, state
                        EXCEPT SELECT tenant_id, role, state, n FROM user_counts) AS wrong) AS differing
                """,
                good: "The counts of users are right.", broken: "counts of users are not those of the users themselves."),
            await lookForNone(
                "control_user_search", control,
                """
                SELECT count(*) AS n FROM users u WHERE (u.email IS NOT NULL OR u.name_key <> '')
                    AND NOT EXISTS (SELECT 1 FROM user_terms w WHERE w.tenant_id = u.tenant_id AND w.user_id = u.id)
                """,
                good: "Every user is found by name and address.", broken: "users cannot be found by their name and address."),
        ]
    }

    func lookAtEvents(_ events: any Database) async -> [Finding] {
        let day = Duration.days(1).wholeMilliseconds
        let since = (Surroundings.system.now() - eventLifetime).milliseconds / day * day
        return [
            await lookForNone(
                "events_references", events,
                """
                SELECT count(*) AS n FROM events e
                WHERE NOT EXISTS (SELECT 1 FROM shapes s WHERE s.tenant_id = e.tenant_id AND s.id = e.shape_id)
                    OR e.message_id IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.tenant_id = e.tenant_id AND m.id = e.message_id)
                """,
                good: "Every event has its facts.", broken: "events have lost their facts."),
            await lookForNone(
                "events_counts", events,
                """
                SELECT abs((SELECT coalesce(sum(n), 0) FROM event_counts WHERE span = 'd' AND start >= \(since))
                        - (SELECT count(*) FROM events WHERE occurred_at >= \(since)))
                    + abs((SELECT coalesce(sum(n), 0) FROM event_totals WHERE span = 'd' AND start >= \(since))
                        - (SELECT count(*) FROM events WHERE occurred_at >= \(since))) AS n
                """,
                good: "The counts of events are right.", broken: "events are missing in the counts, or counted without being there."),
        ]
    }

    /// - Parameter broken: what stands behind the number of those found.
    private func lookForNone(
        _ check: String, _ database: any Database, _ statement: SQL, good: String, broken: String
    ) async -> Finding {
        do {
            let count = try await database.read(.installation("doctor")) { try $0.value(statement, as: Int.self) ?? 0 }
            guard count > 0 else { return Finding(check, .good, good) }
            return Finding(check, .broken, "\(count) \(broken) Restore a backup.")
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    /// Holds the tables, indexes and triggers against those of a new database.
    func lookAtObjects(_ name: String, _ database: SQLiteDatabase, _ migrations: URL) async -> Finding {
        let check = "\(name)_objects"
        do {
            guard let pending = try? await database.pendingMigrations(in: migrations), pending.isEmpty else {
                return Finding(check, .warning, "The schema is not the one of this program, so there is nothing to compare it with.")
            }
            let wanted = try await objectsOfNew(migrations)
            let found = try await Self.objects(of: database)
            let differing = Set(wanted.keys).union(found.keys).filter { wanted[$0] != found[$0] }.sorted()
            guard let first = differing.first else {
                return Finding(check, .good, "Tables, indexes and triggers are as the program made them.")
            }
            let others = differing.count > 1 ? " and \(differing.count - 1) more" : ""
            return Finding(check, .broken, "\(first)\(others) is missing or was changed by hand. Restore a backup.")
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    private func objectsOfNew(_ migrations: URL) async throws -> [String: String] {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "gatehouse-doctor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: scratch) }
        let database = try SQLiteDatabase(path: scratch.appending(path: "new.sqlite").path)
        try await database.migrate(from: migrations, at: 0)
        let objects = try await Self.objects(of: database)
        try await database.close()
        return objects
    }

    private static func objects(of database: SQLiteDatabase) async throws -> [String: String] {
        try await database.read(.installation("doctor")) { transaction in
            let rows = try transaction.rows(
                "SELECT type || ' ' || name AS name, coalesce(sql, '') AS text FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' LIMIT 10000"
            )
            return try rows.reduce(into: [:]) { $0[try $1.get("name")] = try $1.get("text") }
        }
    }
}
