import Database
import Domain
import Foundation
import Logging
import ServiceLifecycle
import StrictJSON
import Testing
import UseCases

@testable import Gatehouse

@Suite struct CommandRunnerTests {
    @Test func `a tenant is made with three keys and an address for Sentry SDKs`() async throws {
        let folder = try TemporaryFolder()
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))

        let tenant = try await runner.createTenant("acme").json

        #expect(tenant["publishable_key"]?.stringValue?.hasPrefix("gh_pk_") == true)
        #expect(tenant["secret_key"]?.stringValue?.hasPrefix("gh_sk_") == true)
        let ingest = try #require(tenant["ingest_key"]?.stringValue)
        let key = try #require(Credential(ingest, .ingestKey).flatMap { DSNKey($0) })
        #expect(tenant["sentry_dsn"]?.stringValue == "http://\(key.text)@127.0.0.1:0/1")
    }

    @Test func `a new ingest key comes with its DSN, a key of another kind without`() async throws {
        let folder = try TemporaryFolder()
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))
        _ = try await runner.createTenant("acme")

        let ingest = try await runner.perform(CreateKey(tenant: "acme", kind: "ingest", name: "iOS")).json
        let secret = try await runner.perform(CreateKey(tenant: "acme", kind: "secret", name: "CI")).json

        let key = try #require(
            ingest["key"]?.stringValue.flatMap { Credential($0, .ingestKey) }.flatMap { DSNKey($0) }
        )
        #expect(ingest["sentry_dsn"]?.stringValue == "http://\(key.text)@127.0.0.1:0/1")
        #expect(secret["sentry_dsn"] == nil)
    }

    @Test func `a slug that is taken is refused with a code for machines`() async throws {
        let folder = try TemporaryFolder()
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))
        _ = try await runner.createTenant("acme")

        let failure = await #expect(throws: CommandFailure.self) { try await runner.createTenant("acme") }

        #expect(try #require(failure).code == "slug_taken")
    }

    @Test func `a revoked key is listed as revoked, and its text never again`() async throws {
        let folder = try TemporaryFolder()
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))
        _ = try await runner.createTenant("acme")
        let key = try await runner.perform(CreateKey(tenant: "acme", kind: "secret", name: "CI")).json
        let id = try #require(key["id"]?.stringValue)

        _ = try await runner.perform(RevokeKey(tenant: "acme", key: id))

        let list = try await runner.perform(ListKeys(tenant: "acme"))
        let listed = list.json["items"]?.arrayValue?.first { $0["id"]?.stringValue == id }
        #expect(listed?["revoked_at"]?.stringValue != nil)
        #expect(!list.text.contains(try #require(key["key"]?.stringValue)))
    }

    @Test func `a signing key that leaked is replaced at once, one that did not a quarter of an hour later`()
        async throws
    {
        let folder = try TemporaryFolder()
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))
        _ = try await runner.createTenant("acme")

        let next = try await runner.perform(RotateSigningKeys(tenant: "acme", isLeaked: false))
        let both = try await runner.perform(ListSigningKeys(tenant: "acme"))
        let new = try await runner.perform(RotateSigningKeys(tenant: "acme", isLeaked: true))
        let one = try await runner.perform(ListSigningKeys(tenant: "acme"))

        #expect(next.json["signs_from"] != next.json["created_at"] && new.json["signs_from"] == new.json["created_at"])
        #expect(both.json["items"]?.arrayValue?.count == 2)
        #expect(one.json["items"]?.arrayValue?.map { $0["kid"] } == [new.json["kid"]])
    }

    @Test(arguments: [
        (CreateTenant(slug: "A", name: "") as any AdministrationCommand, "invalid_fields"),
        (CreateTenant(slug: "new", name: "New"), "invalid_fields"),
        (CreateKey(tenant: "nobody", kind: "secret", name: "CI"), "tenant_not_found"),
        (CreateKey(tenant: "acme", kind: "golden", name: "CI"), "invalid_fields"),
        (RevokeKey(tenant: "acme", key: "nonsense"), "key_not_found"),
        (CreateOperator(email: "nobody", name: "", password: "short"), "invalid_fields"),
        (
            CreateUser(
                tenant: "acme",
                role: "king",
                email: "ada@acme.example",
                name: "",
                password: "correct horse battery"
            ),
            "invalid_fields"
        ),
    ])
    func `an invalid command is rejected with its code`(command: any AdministrationCommand, code: String) async throws {
        let folder = try TemporaryFolder()
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))
        _ = try await runner.createTenant("acme")

        let failure = await #expect(throws: CommandFailure.self) { try await runner.perform(command) }

        #expect(try #require(failure).code == code)
    }

    #if PostgreSQL
    /// The database does not have to answer, and the folder may be held by a server.
    @Test func `the backup of an installation on PostgreSQL is rejected with the tool that does it`() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.forTest(in: folder, ["GATEHOUSE_DATABASE_URL": "postgres://node@127.0.0.1:1/none"])
        try FileManager.default.createDirectory(at: settings.storage.data, withIntermediateDirectories: true)
        let lock = try DataFolderLock(folder: settings.storage.data)

        let failure = await #expect(throws: CommandFailure.self) {
            try await CommandRunner(settings: settings).perform(BackUp(folder: folder.url.path))
        }

        #expect(failure?.code == "postgresql" && failure?.sentences.first?.contains("pg_dump") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `a server on PostgreSQL rejects a backup that a command sends to it`() async throws {
        let folder = try TemporaryFolder()
        let files = try Settings.forTest(in: folder)
        let server = try Settings.forTest(in: folder, ["GATEHOUSE_DATABASE_URL": "postgres://node@127.0.0.1:1/none"])
        let installation = try await Installation.open(files, for: .init(mayCreate: true), logger: .silent)
        let administration = Administration(services: installation.services, storage: server.storage)

        let failure = await #expect(throws: CommandFailure.self) {
            try await administration.perform(BackUp(folder: folder.url.path))
        }
        try await installation.close()

        #expect(failure?.code == "postgresql")
    }
    #endif

    @Test func `where there is no installation a list does not start one`() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.forTest(in: folder)

        let failure = await #expect(throws: CommandFailure.self) {
            try await CommandRunner(settings: settings).perform(ListTenants())
        }

        #expect(try #require(failure).exit == .unavailable)
        #expect(!FileManager.default.fileExists(atPath: settings.storage.data.path))
    }
}

@Suite struct ControlServerTests {
    /// Runs `body` while an installation is open and takes commands.
    private func withServer(_ body: @Sendable (Settings) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.forTest(in: folder)
        let installation = try await Installation.open(settings, for: .init(mayCreate: true), logger: .silent) {
            try #require(PublicAddress("https://gatehouse.example.com"))
        }
        let administration = Administration(
            services: installation.services,
            storage: settings.storage
        )
        let server = ControlServer(folder: installation.folder, administration: administration, logger: .silent)
        let group = ServiceGroup(configuration: .init(services: [.init(named: server)], logger: .silent))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while !FileManager.default.fileExists(atPath: installation.folder.controlSocket.path) { await Task.yield() }
            try await body(settings)
            await group.triggerGracefulShutdown()
        }
        try await installation.close()
        #expect(!FileManager.default.fileExists(atPath: installation.folder.controlSocket.path))
    }

    @Test func `a command is done by the server that holds the data folder`() async throws {
        try await withServer { settings in
            let tenant = try await CommandRunner(settings: settings).createTenant("acme").json

            #expect(tenant["sentry_dsn"]?.stringValue?.hasSuffix("@gatehouse.example.com/1") == true)
        }
    }

    @Test func `a refusal comes back as it was`() async throws {
        try await withServer { settings in
            let runner = CommandRunner(settings: settings)

            let failure = await #expect(throws: CommandFailure.self) {
                try await runner.perform(ListKeys(tenant: "nobody"))
            }

            #expect(failure == CommandFailure.rejected("tenant_not_found", "There is no such tenant."))
        }
    }

    @Test func `many commands at once are all done`() async throws {
        try await withServer { settings in
            let runner = CommandRunner(settings: settings)

            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 10..<34 { tasks.addTask { _ = try await runner.createTenant("tenant-\(number)") } }
                try await tasks.waitForAll()
            }

            #expect(try await runner.perform(ListTenants()).json["items"]?.arrayValue?.count == 24)
        }
    }

    @Test func `users are imported and exported beside the server, also in the longest parts`() async throws {
        try await withServer { settings in
            let runner = CommandRunner(settings: settings)
            _ = try await runner.createTenant("acme")
            // Slashes are the bytes that grow most on the way.
            let spaces = String(repeating: "?", count: 60_000)
            let text = (0..<20).map { "{\"email\":\"person\($0)@example.com\"}\n\(spaces)" }.joined(separator: "\n")

            let summary = try await runner.performEach { perform in
                var rest = Data(text.utf8)
                var lines = LineReader {
                    defer { rest = Data() }
                    return rest
                }
                return try await UserImport(tenant: "acme", isTrial: false, perform: perform, notify: { _ in }).run(
                    &lines
                )
            }
            let count = try await runner.performEach { perform in
                try await UserExport(tenant: "acme", withPasswords: true, perform: perform).run { _ in }
            }

            #expect(summary.added == 20 && summary.bad == 20 && count == 20)
        }
    }

    @Test func `backup and doctor work beside the server`() async throws {
        try await withServer { settings in
            let runner = CommandRunner(settings: settings)
            _ = try await runner.createTenant("acme")
            let backup = settings.storage.data.appending(path: "../backup").standardizedFileURL

            let made = try await runner.perform(BackUp(folder: backup.path))
            let report = try await runner.perform(Examine())

            #expect(made.json["counts"]?["tenants"]?.integerValue == 1)
            #expect(report.isGood)
        }
    }

    @Test func `a folder held by a process without a control socket is reported as locked`() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.forTest(in: folder)
        let installation = try await Installation.open(settings, for: .init(mayCreate: true), logger: .silent)

        let failure = await #expect(throws: CommandFailure.self) {
            try await CommandRunner(settings: settings).perform(ListTenants())
        }

        #expect(try #require(failure).exit == .locked)
        try await installation.close()
    }
}
