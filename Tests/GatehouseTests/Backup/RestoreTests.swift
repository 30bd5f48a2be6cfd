import Database
import Domain
import Foundation
import Stores
import StrictJSON
import Testing
import UseCases

@testable import Gatehouse

@Suite struct RestoreTests {
    private struct Place {
        let folder: TemporaryFolder
        let runner: CommandRunner
        let settings: Settings
        let backup: URL

        /// An installation with a tenant, a user and an operator.
        init() async throws {
            folder = try TemporaryFolder()
            settings = try Settings.forTest(in: folder)
            runner = CommandRunner(settings: settings)
            backup = folder.url.appending(path: "backup")
            _ = try await runner.createTenant("acme")
            _ = try await runner.perform(
                CreateUser(
                    tenant: "acme",
                    role: "admin",
                    email: "ada@acme.example",
                    name: "Ada",
                    password: "correct horse battery"
                )
            )
        }

        func restore(
            into data: String,
            replaces: Bool = false
        ) async throws(CommandFailure) -> (Restore.Outcome, Settings) {
            let other: Settings
            do { other = try Settings.forTest(in: folder, data: data) } catch { throw CommandFailure(error) }
            let restore = Restore(
                folder: DataFolder(url: other.storage.data),
                schema: Schema(assets: other.storage.assets, engine: .sqlite)
            )
            return (try await restore.run(from: backup, replaces: replaces), other)
        }

        /// Changes the control database of the backup and adapts the manifest, as an attacker with the folder can.
        func forge(_ statements: [SQL]) async throws {
            let file = backup.appending(path: "control.sqlite")
            let old = try BackupManifest.File(name: "control.sqlite", in: backup)
            try await Self.change(file, statements)
            for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
            let new = try BackupManifest.File(name: "control.sqlite", in: backup)
            let manifest = backup.appending(path: "manifest.json")
            var text = try String(contentsOf: manifest, encoding: .utf8).replacing(old.digest, with: new.digest)
            text = text.replacing(
                "\"bytes\":\(old.bytes),\"sha256\":\"\(new.digest)",
                with: "\"bytes\":\(new.bytes),\"sha256\":\"\(new.digest)"
            )
            try Data(text.utf8).write(to: manifest)
            #expect(try BackupManifest.read(from: backup).files.contains(new))
        }

        static func change(_ file: URL, _ statements: [SQL]) async throws {
            let database = try SQLiteDatabase(path: file.path, options: .forInspection)
            try await database.write(.installation("tampering")) { transaction in
                for statement in statements { try transaction.execute(statement) }
            }
            try await database.close()
        }

        /// Signs Ada in with the app and hands over her token.
        func signIn() async throws -> String {
            let installation = try await Installation.open(settings, for: .init(mayCreate: false), logger: .silent)
            let slug = try #require(Tenant.Slug("acme"))
            let tenant = try await installation.stores.tenants.tenant(slug).tenant
            let origin = RequestOrigin(address: "203.0.113.1", requestID: "test", trace: nil)
            let place = SignInContext(tenant: tenant, client: SignInClient(device: Device(), origin: origin))
            let signedIn = try await installation.services.signIns.signIn(
                email: "ada@acme.example",
                password: "correct horse battery",
                in: place
            )
            try await installation.close()
            return signedIn.token.text
        }

        static func isAlive(_ token: String, _ settings: Settings) async throws -> Bool {
            let installation = try await Installation.open(settings, for: .init(mayCreate: false), logger: .silent)
            let tenant = try await installation.stores.tenants.tenant(try #require(Tenant.Slug("acme"))).tenant
            let record = try await installation.services.authenticator.session(token, in: tenant.id)
            try await installation.close()
            return record != nil
        }
    }

    @Test func `a backup restores users and ends every session`() async throws {
        let place = try await Place()
        let token = try await place.signIn()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))

        let (outcome, restored) = try await place.restore(into: "other")

        #expect(outcome.forgotten.sessions == 1)
        #expect(try await Place.isAlive(token, place.settings))
        #expect(try await Place.isAlive(token, restored) == false)
        let tenants = try await CommandRunner(settings: restored).perform(ListTenants()).json["items"]
        #expect(tenants?[0]?["users"]?.integerValue == 1)
        #expect(try await CommandRunner(settings: restored).perform(Examine()).isGood)
    }

    @Test func `a backup holds nothing but its files, all of them the owner's alone`() async throws {
        let place = try await Place()

        _ = try await place.runner.perform(BackUp(folder: place.backup.path))

        let names = try FileManager.default.contentsOfDirectory(atPath: place.backup.path).sorted()
        #expect(names == ["control.sqlite", "events.sqlite", "manifest.json", "root.key"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: place.backup.appending(path: name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test func `a folder that holds something is not backed up into`() async throws {
        let place = try await Place()
        try FileManager.default.createDirectory(at: place.backup, withIntermediateDirectories: true)
        try Data().write(to: place.backup.appending(path: "something"))

        let failure = await #expect(throws: CommandFailure.self) {
            try await place.runner.perform(BackUp(folder: place.backup.path))
        }

        #expect(try #require(failure).code == "not_empty")
    }

    @Test func `an installation is not restored over, and moved aside when that is asked for`() async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        _ = try await place.runner.createTenant("globex")

        let failure = await #expect(throws: CommandFailure.self) { try await place.restore(into: "data") }
        #expect(try #require(failure).code == "not_empty")
        let (outcome, _) = try await place.restore(into: "data", replaces: true)

        let aside = try #require(outcome.replaced)
        #expect(FileManager.default.fileExists(atPath: aside.appending(path: "control.sqlite").path))
        #expect(FileManager.default.fileExists(atPath: aside.appending(path: "root.key").path))
        #expect(try await place.runner.perform(ListTenants()).json["items"]?.arrayValue?.count == 1)
    }

    @Test(arguments: ["control.sqlite", "events.sqlite", "root.key"])
    func `a damaged backup is refused and leaves nothing behind`(name: String) async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        let file = place.backup.appending(path: name)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: file)

        let failure = await #expect(throws: CommandFailure.self) { try await place.restore(into: "other") }

        #expect(try #require(failure).code == "backup_damaged")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.folder.url.appending(path: "other").path) == [
                "lock"
            ]
        )
    }

    @Test func `a backup without its manifest is none`() async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        try FileManager.default.removeItem(at: place.backup.appending(path: "manifest.json"))

        let failure = await #expect(throws: CommandFailure.self) { try await place.restore(into: "other") }

        #expect(try #require(failure).code == "no_backup")
    }

    @Test func `a start after a restore that did not end is refused`() async throws {
        let place = try await Place()
        let data = DataFolder(url: place.settings.storage.data)
        try FileManager.default.createDirectory(at: data.restoring, withIntermediateDirectories: false)

        let failure = await #expect(throws: CommandFailure.self) { try await place.runner.perform(ListTenants()) }

        #expect(try #require(failure).code == "restore_unfinished")
    }

    // MARK: A tampered folder with a manifest that fits

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            (
                """
                CREATE TRIGGER sqlitezap AFTER UPDATE OF ended_at ON sessions WHEN NEW.ended_at IS NOT NULL
                BEGIN UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE tenant_id = NEW.tenant_id AND id = NEW.id; END
                """, "trigger sqlitezap"
            ),
            ("CREATE VIEW sqlite1 AS SELECT 1 AS n", "view sqlite1"),
            // Set off by a migration, if one ran before the comparison.
            (
                """
                CREATE TRIGGER zap AFTER INSERT ON schema_migrations BEGIN SELECT RAISE(ABORT, 'a trigger ran'); END
                """, "trigger zap"
            ),
        ] as [(StaticStatement, String)]
    )
    func `a backup with a trigger or a view of somebody's is refused, before any step of the schema`(
        change: StaticStatement,
        name: String
    ) async throws {
        let place = try await Place()
        _ = try await place.signIn()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        try await place.forge(Self.undoLastSteps + [change.sql])

        let failure = try #require(
            await #expect(throws: CommandFailure.self) { try await place.restore(into: "other") }
        )

        #expect(failure.code == "backup_damaged")
        #expect(failure.sentences.joined().contains(name), "\(failure.sentences)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.folder.url.appending(path: "other").path) == [
                "lock"
            ]
        )
    }

    /// Takes the latest steps back: a schema of a release before.
    private static let undoLastSteps: [SQL] = [
        "DELETE FROM sqlite_stat1 WHERE tbl IN ('one_time_links', 'identities', 'apple_people', 'audit_entries')",
        "DELETE FROM schema_migrations WHERE name = '0032_add_planner_statistics.sql'",
        "DELETE FROM schema_migrations WHERE name = '0031_fold_punctuation_of_names.sql'",
        "DROP INDEX users_deleted", "ALTER TABLE users DROP COLUMN deleted_at",
        "DELETE FROM sqlite_stat1 WHERE tbl = 'idempotency_keys'",
        "DELETE FROM schema_migrations WHERE name = '0030_delete_users_in_steps.sql'",
        "ALTER TABLE apple_uses DROP COLUMN device_name_hash", "ALTER TABLE apple_uses DROP COLUMN device_model",
        "ALTER TABLE apple_uses DROP COLUMN user_agent",
        "DELETE FROM schema_migrations WHERE name = '0029_know_devices_of_apple_tokens.sql'",
        "DELETE FROM schema_migrations WHERE name = '0028_number_view_versions.sql'",
        "DROP TABLE audit_received", "DELETE FROM schema_migrations WHERE name = '0027_receive_audit_entries.sql'",
        "ALTER TABLE tenant_settings DROP COLUMN event_retention_days",
        "ALTER TABLE tenant_settings DROP COLUMN event_storage_bytes",
        "DELETE FROM schema_migrations WHERE name = '0025_add_event_limits.sql'",
        "DROP TABLE saved_views", "DELETE FROM schema_migrations WHERE name = '0024_add_saved_views.sql'",
        "DROP TABLE cause_rules", "DELETE FROM schema_migrations WHERE name = '0026_add_cause_rules.sql'",
        "DROP TABLE cause_notes", "DELETE FROM schema_migrations WHERE name = '0023_add_cause_notes.sql'",
        "DROP INDEX api_keys_by_dsn", "ALTER TABLE api_keys DROP COLUMN dsn_hash",
        "DELETE FROM schema_migrations WHERE name = '0022_add_dsn_keys.sql'",
        "ALTER TABLE one_time_links DROP COLUMN is_recovery",
        "DELETE FROM schema_migrations WHERE name = '0021_mark_recoveries.sql'",
        "ALTER TABLE tenant_settings DROP COLUMN session_limit_action",
        "DELETE FROM schema_migrations WHERE name = '0020_add_session_limit_action.sql'",
        "DROP INDEX rate_limits_by_full_at", "ALTER TABLE rate_limits DROP COLUMN full_at",
        "CREATE INDEX rate_limits_by_age ON rate_limits (updated_at)",
        "DELETE FROM schema_migrations WHERE name = '0019_forget_full_buckets.sql'",
    ]

    @Test func `a backup of an older schema is restored`() async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        try await place.forge(Self.undoLastSteps)

        let (_, restored) = try await place.restore(into: "other")

        #expect(try await CommandRunner(settings: restored).perform(Examine()).isGood)
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["control.sqlite", "root.key", "manifest.json"])
    func `a link in a backup is not followed, and what it leads to stays as it is`(name: String) async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        let (file, outside) = (place.backup.appending(path: name), place.folder.url.appending(path: "outside"))
        try FileManager.default.moveItem(at: file, to: outside)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: outside.path)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)

        let failure = try #require(
            await #expect(throws: CommandFailure.self) { try await place.restore(into: "other") }
        )

        #expect(failure.code == "backup_damaged")
        let mode = try FileManager.default.attributesOfItem(atPath: outside.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o644)
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["events.sqlite", "manifest.json"], [true, false])
    func `a restore does not read what never ends`(name: String, isPipe: Bool) async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        let file = place.backup.appending(path: name)
        try FileManager.default.removeItem(at: file)
        if isPipe {
            #expect(mkfifo(file.path, 0o600) == 0)
        } else {
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
        }

        let failure = try #require(
            await #expect(throws: CommandFailure.self) { try await place.restore(into: "other") }
        )

        #expect(failure.code == "backup_damaged")
    }

    @Test(arguments: ["root.key", "manifest.json"]) func `a file that is longer than it should be is refused`(
        name: String
    ) async throws {
        let place = try await Place()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        let handle = try FileHandle(forWritingTo: place.backup.appending(path: name))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(repeating: 0x20, count: 2 << 20))
        try handle.close()

        let failure = try #require(
            await #expect(throws: CommandFailure.self) { try await place.restore(into: "other") }
        )

        #expect(failure.code == "backup_damaged")
    }

    // MARK: Starting

    @Test(arguments: ["control.sqlite", "events.sqlite"])
    func `a start on databases with a trigger of somebody's is refused, one with an index more is not`(
        name: String
    ) async throws {
        let place = try await Place()
        let data = DataFolder(url: place.settings.storage.data)
        let (file, table) = (data.url.appending(path: name), name == "control.sqlite" ? "sessions" : "events")
        let index: SQL =
            table == "sessions"
            ? "CREATE INDEX mine ON sessions (address)" : "CREATE INDEX mine ON events (delay)"
        try await Place.change(file, [index])
        _ = try await place.runner.perform(ListTenants())
        let trigger: SQL =
            table == "sessions"
            ? "CREATE TRIGGER sqlitezap AFTER INSERT ON sessions BEGIN SELECT 1; END"
            : "CREATE TRIGGER sqlitezap AFTER INSERT ON events BEGIN SELECT 1; END"
        try await Place.change(file, [trigger])

        let failure = try #require(
            await #expect(throws: CommandFailure.self) { try await place.runner.perform(ListTenants()) }
        )

        #expect(failure.code == "schema")
        #expect(failure.sentences.joined().contains("trigger sqlitezap"), "\(failure.sentences)")
    }
}
