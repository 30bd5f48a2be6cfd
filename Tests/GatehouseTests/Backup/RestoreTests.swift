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
            try await replace { try await Self.change($0, statements) }
        }

        static func change(_ file: URL, _ statements: [SQL]) async throws {
            let database = try SQLiteDatabase(path: file.path, options: .forInspection)
            try await database.write(.installation("tampering")) { transaction in
                for statement in statements { try transaction.execute(statement) }
            }
            try await database.close()
        }

        /// Gives the control database of the backup the schema of an older release, with the rows that the installation
        /// has.
        func age() async throws {
            let steps = folder.url.appending(path: "steps")
            try FileManager.default.createDirectory(at: steps, withIntermediateDirectories: false)
            let all = settings.storage.assets.appending(path: "migrations/sqlite/control")
            for name in try FileManager.default.contentsOfDirectory(atPath: all.path) where name < "0019" {
                try FileManager.default.copyItem(at: all.appending(path: name), to: steps.appending(path: name))
            }
            try await replace { file in
                let aged = folder.url.appending(path: "aged.sqlite")
                let new = try SQLiteDatabase(path: file.path, options: .forInspection)
                let old = try SQLiteDatabase(path: aged.path, options: .forInspection)
                try await old.migrate(from: steps, at: 0)
                for (table, columns) in Self.agedTables {
                    let names = SQL.list(columns.map(SQL.init(stringLiteral:)))
                    let rows = try await new.read(.installation("ageing")) {
                        try $0.rows("SELECT \(sql: names) FROM \(sql: SQL(stringLiteral: table))").map(\.values)
                    }
                    let inserted = try await old.write(.installation("ageing")) {
                        try $0.insertNew(into: table, columns: columns, rows: rows)
                    }
                    #expect(inserted.count > 0, "\(table)")
                }
                try await new.close()
                try await old.close()
                try FileManager.default.removeItem(at: file)
                try FileManager.default.moveItem(at: aged, to: file)
            }
        }

        /// The tables in which an installation with a tenant and a user has rows, with their columns in that release.
        private static let agedTables: [(StaticString, [StaticString])] = [
            ("tenants", ["id", "number", "slug", "name", "state", "created_at"]),
            ("roles", ["tenant_id", "name", "title", "rank", "permissions", "is_built_in"]),
            (
                "users",
                [
                    "tenant_id", "id", "email", "email_verified", "name", "name_key", "role", "state", "created_at",
                    "updated_at", "user_metadata", "app_metadata", "is_anonymous", "profile_version", "profile_parts",
                    "contested",
                ]
            ),
            ("identities", ["tenant_id", "provider", "subject", "user_id", "secret", "created_at"]),
            (
                "sessions",
                [
                    "tenant_id", "id", "token_hash", "user_id", "kind", "created_at", "last_seen_at", "expires_at",
                    "ended_at", "end_reason", "provider",
                ]
            ),
            ("user_terms", ["tenant_id", "term", "user_id"]), ("user_counts", ["tenant_id", "role", "state", "n"]),
            ("api_keys", ["tenant_id", "id", "kind", "name", "hint", "token_hash", "created_at"]),
            (
                "audit_entries",
                [
                    "tenant_id", "sequence", "at", "action", "actor_kind", "actor_id", "address", "request_id",
                    "target_kind", "target_id", "changes", "hash",
                ]
            ),
            ("audit_heads", ["tenant_id", "sequence", "hash"]), ("installation_facts", ["name", "value"]),
        ]

        private func replace(_ change: (URL) async throws -> Void) async throws {
            let file = backup.appending(path: "control.sqlite")
            let old = try BackupManifest.File(name: "control.sqlite", in: backup)
            try await change(file)
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
        try await place.age()
        try await place.forge([change.sql])

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

    @Test func `a backup of an older schema is restored`() async throws {
        let place = try await Place()
        _ = try await place.signIn()
        _ = try await place.runner.perform(BackUp(folder: place.backup.path))
        try await place.age()

        let (_, restored) = try await place.restore(into: "other")

        let runner = CommandRunner(settings: restored)
        #expect(try await runner.perform(ListTenants()).json["items"]?[0]?["users"]?.integerValue == 1)
        #expect(try await runner.perform(Examine()).isGood)
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
