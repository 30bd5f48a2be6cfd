import Database
import Domain
import Foundation
import Stores

extension Doctor {
    /// Compares derived tables with the users that they are made from.
    func checkUsers(_ control: any Database) async -> [Finding] {
        [
            await lookForNone(
                CountCheck(
                    name: "control_user_counts",
                    statement: """
                        SELECT count(*) AS n FROM (
                            SELECT * FROM (
                                SELECT tenant_id, role, state, n FROM user_counts WHERE n <> 0
                                EXCEPT SELECT tenant_id, role, state, count(*) FROM users WHERE deleted_at IS NULL
                                GROUP BY tenant_id, role, state) AS missing
                            UNION ALL SELECT * FROM (
                                SELECT tenant_id, role, state, count(*) FROM users WHERE deleted_at IS NULL
                                GROUP BY tenant_id, role, state
                                EXCEPT SELECT tenant_id, role, state, n FROM user_counts) AS wrong) AS differing
                        """,
                    good: "The user counts are correct.",
                    broken: "user counts do not match the users."
                ),
                in: control
            ),
            await lookForNone(
                CountCheck(
                    name: "control_user_search",
                    statement: """
                        SELECT count(*) AS n FROM users u
                        WHERE u.deleted_at IS NULL AND (u.email IS NOT NULL OR u.name_key <> '')
                            AND NOT EXISTS (SELECT 1 FROM user_terms w WHERE w.tenant_id = u.tenant_id AND w.user_id = u.id)
                        """,
                    good: "The search index contains every user.",
                    broken: "users are missing in the search index."
                ),
                in: control
            ),
        ]
    }

    func checkEvents(_ events: any Database) async -> [Finding] {
        let day = Duration.days(1).wholeMilliseconds
        let since = (SystemContext.system.now() - eventLifetime).milliseconds / day * day
        return [
            await lookForNone(
                CountCheck(
                    name: "events_references",
                    statement: """
                        SELECT count(*) AS n FROM events e
                        WHERE NOT EXISTS (SELECT 1 FROM shapes s WHERE s.tenant_id = e.tenant_id AND s.id = e.shape_id)
                            OR e.message_id IS NOT NULL
                            AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.tenant_id = e.tenant_id AND m.id = e.message_id)
                        """,
                    good: "Every event refers to an existing shape and message.",
                    broken: "events refer to a missing shape or message."
                ),
                in: events
            ),
            await lookForNone(
                CountCheck(
                    name: "events_counts",
                    statement: """
                        SELECT coalesce(sum(CASE WHEN e.n > coalesce(c.n, 0) THEN e.n - coalesce(c.n, 0) ELSE 0 END), 0)
                            + abs((SELECT coalesce(sum(n), 0) FROM event_counts WHERE span = 'd' AND start >= \(since))
                                - (SELECT coalesce(sum(n), 0) FROM event_totals WHERE span = 'd' AND start >= \(since))) AS n
                        FROM (
                            SELECT tenant_id, occurred_at / \(day) AS day, count(*) AS n FROM events
                            WHERE occurred_at >= \(since) GROUP BY 1, 2) AS e
                        LEFT JOIN (
                            SELECT tenant_id, start / \(day) AS day, sum(n) AS n FROM event_counts
                            WHERE span = 'd' AND start >= \(since) GROUP BY 1, 2) AS c
                            ON c.tenant_id = e.tenant_id AND c.day = e.day
                        """,
                    good: "The event counts are correct.",
                    broken: "events are missing in the event counts."
                ),
                in: events
            ),
            await checkSizes(events),
        ]
    }

    /// Checks what decides whose events are deleted, and whose deliveries are rejected, at the maximum size.
    private func checkSizes(_ events: any Database) async -> Finding {
        let check = "events_sizes"
        do {
            let count = try await RecordedSizes(events: events).wrong()
            guard count > 0 else { return Finding(check, .good, "The recorded sizes of events are plausible.") }
            return Finding(
                check,
                .warning,
                """
                Tenants whose events are recorded to take less than they can: \(count). At the maximum size of the events \
                others give way in their place. The running server corrects this once a day, and when it starts.
                """
            )
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    /// A statement that must count no rows.
    private struct CountCheck {
        let name: String
        let statement: SQL
        let good: String
        /// The text after the number of rows found.
        let broken: String
    }

    private func lookForNone(_ check: CountCheck, in database: any Database) async -> Finding {
        do {
            let count = try await database.read(.installation("doctor")) {
                try $0.value(check.statement, as: Int.self) ?? 0
            }
            guard count > 0 else { return Finding(check.name, .good, check.good) }
            return Finding(check.name, .broken, "\(count) \(check.broken) Restore a backup.")
        } catch { return Finding(check.name, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    /// Compares the tables, indexes and triggers with those that the migrations create.
    func checkObjects(_ name: String, _ database: SQLiteDatabase, _ migrations: URL) async -> Finding {
        let check = "\(name)_objects"
        guard (try? await database.pendingMigrations(in: migrations)) != nil else {
            return Finding(
                check,
                .warning,
                "The schema version is unknown to this program, so its objects cannot be compared."
            )
        }
        do { return finding(check, differing: try await database.differingObjects(from: migrations)) } catch {
            return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " "))
        }
    }

    func finding(_ check: String, differing names: [String]) -> Finding {
        guard let error = DatabaseError(differing: names, in: "The database") else {
            return Finding(check, .good, "Tables and triggers match the migrations.")
        }
        return Finding(check, .broken, error.detail)
    }
}
