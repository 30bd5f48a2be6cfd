import Database
import Foundation

extension Doctor {
    /// Rows of a check's result that are shown.
    private static let shown = 5

    /// Opens one database file and reads all of it.
    /// - Returns: the database, still open, unless it could not be opened.
    func checkDatabase(
        _ name: String,
        _ file: URL,
        migrations: URL
    ) async -> (findings: [Finding], database: SQLiteDatabase?) {
        guard FileManager.default.fileExists(atPath: file.path) else {
            return ([Finding("\(name)_file", .broken, "\(file.path) is missing. Restore a backup.")], nil)
        }
        let database: SQLiteDatabase
        do { database = try SQLiteDatabase(path: file.path, options: .forInspection) } catch {
            return (
                [Finding("\(name)_file", .broken, "\(file.path) cannot be opened: \(error.detail). Restore a backup.")],
                nil
            )
        }
        let findings = [
            checkPermissions(name, file), await checkSchema(name, database, migrations),
            await checkObjects(name, database, migrations), await checkSynchronous(name, database),
            await checkIntegrity(name, database),
            await checkForeignKeys(name, database),
        ]
        return (findings, database)
    }

    private func checkPermissions(_ name: String, _ file: URL) -> Finding {
        let mode = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.posixPermissions] as? NSNumber
        guard let mode, mode.uint16Value & 0o077 == 0 else {
            return Finding(
                "\(name)_permissions",
                .broken,
                "Other users can access \(file.path). Run: chmod 600 \(file.path)"
            )
        }
        return Finding("\(name)_permissions", .good, "Only its owner can access \(file.path).")
    }

    func checkSchema(_ name: String, _ database: any MigratableDatabase, _ migrations: URL) async -> Finding {
        let check = "\(name)_schema"
        do {
            let pending = try await database.pendingMigrations(in: migrations)
            guard let first = pending.first else { return Finding(check, .good, "The schema is up to date.") }
            return Finding(
                check,
                .warning,
                "Migrations from \(first.name) on are pending; `gatehouse migrate` or a start applies them."
            )
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    private func checkSynchronous(_ name: String, _ database: SQLiteDatabase) async -> Finding {
        let check = "\(name)_synchronous"
        do {
            let level = try await database.write(.installation("doctor")) {
                try $0.value("PRAGMA synchronous", as: Int.self)
            }
            guard level == 2 else {
                return Finding(check, .broken, "synchronous is \(level ?? -1) instead of 2 (FULL).")
            }
            return Finding(check, .good, "Every commit waits for the disk (synchronous=FULL).")
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    private func checkIntegrity(_ name: String, _ database: SQLiteDatabase) async -> Finding {
        await checkPages(
            ListCheck(
                name: "\(name)_integrity",
                statement: "PRAGMA integrity_check(5)",
                isGood: { $0 == ["ok"] },
                good: "Every database page is intact."
            ),
            in: database
        )
    }

    private func checkForeignKeys(_ name: String, _ database: SQLiteDatabase) async -> Finding {
        await checkPages(
            ListCheck(
                name: "\(name)_foreign_keys",
                statement: "PRAGMA foreign_key_check",
                isGood: { $0.isEmpty },
                good: "Every foreign key refers to an existing row."
            ),
            in: database
        )
    }

    /// A statement that lists what is wrong.
    private struct ListCheck {
        let name: String
        let statement: SQL
        /// Whether the lines list nothing wrong.
        let isGood: @Sendable ([String]) -> Bool
        let good: String
    }

    private func checkPages(_ check: ListCheck, in database: SQLiteDatabase) async -> Finding {
        do {
            let lines = try await database.read(.installation("doctor")) { transaction in
                try transaction.rows(check.statement).prefix(Self.shown).map { row in
                    try row.columns.names.first.flatMap { try row.find($0, as: String.self) } ?? "?"
                }
            }
            if check.isGood(lines) { return Finding(check.name, .good, check.good) }
            return Finding(check.name, .broken, "SQLite reports: \(lines.joined(separator: "; ")). Restore a backup.")
        } catch { return Finding(check.name, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }
}
