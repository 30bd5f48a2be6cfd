#if PostgreSQL
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import Database

/// What the contract cannot ask of every engine: a server that is slow, full, or gone.
@Suite(.needsPostgres, .timeLimit(.minutes(10))) struct PostgresEngineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Holds bodies until it is opened.
    private final class Gate: Sendable {
        private let started = Mutex(0)
        private let semaphore = DispatchSemaphore(value: 0)

        var count: Int { started.withLock { $0 } }

        func wait() {
            started.withLock { $0 += 1 }
            semaphore.wait()
        }

        func open(for number: Int) { for _ in 0..<number { semaphore.signal() } }
    }

    private func database(_ change: (inout PostgresOptions) -> Void = { _ in }) async throws -> PostgresDatabase {
        _ = try await Engine.postgres.make(in: folder)
        var options = PostgresOptions(patientAt: try folder.postgres(), schema: "contract")
        change(&options)
        return PostgresDatabase(options)
    }

    /// Waits until a statement is answered: on a busy machine even a short one may take longer than the limit of a test.
    private func isUsable(_ database: PostgresDatabase) async throws {
        try await eventually { (try? await database.teamCount()) == 0 }
    }

    /// Ends the other connections to this database, as a server that is restarted does.
    private func endConnections() throws {
        let link = try PostgresLink(PostgresOptions(patientAt: try folder.postgres(), schema: "contract"))
        try link.run(
            "SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        link.finish()
    }

    @Test func `a statement that takes too long is ended by the server, and the connection stays usable`() async throws
    {
        let database = try await database { $0.statementLimit = .milliseconds(50) }

        let kind = await databaseErrorKind { _ = try await database.read(.test) { try $0.rows("SELECT pg_sleep(30)") } }

        #expect(kind == .tooLong)
        try await isUsable(database)
    }

    @Test func `a write that waits too long for a lock is reported as busy`() async throws {
        let database = try await database { $0.lockLimit = .milliseconds(50) }
        let (held, release) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))

        async let first: Void = database.write(.test) { transaction in
            _ = try transaction.rows("SELECT 1 AS one")
            held.continuation.yield()
            release.wait()
        }
        for await _ in held.stream { break }
        let kind = await databaseErrorKind { try await database.add(team: 1, "acme") }
        release.signal()
        try await first

        #expect(kind == .busy)
    }

    @Test func `writes for different tenants do not wait for each other`() async throws {
        let database = try await database { $0.lockLimit = .seconds(60) }
        let (started, release) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))

        async let first: Void = database.write(.tenant(UUID())) { transaction in
            _ = try transaction.rows("SELECT 1 AS one")
            started.continuation.yield()
            release.wait()
        }
        for await _ in started.stream { break }
        _ = try await database.write(.tenant(UUID())) {
            try $0.execute("INSERT INTO teams (id, name) VALUES (1, 'acme')")
        }
        release.signal()
        try await first

        #expect(try await database.teamCount() == 1)
    }

    @Test func `a transaction whose connection is lost before its commit runs again on another`() async throws {
        let database = try await database()
        let runs = Mutex(0)

        try await database.write(.test) { transaction in
            try transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'acme')")
            let isFirst = runs.withLock { runs in
                runs += 1
                return runs == 1
            }
            if isFirst { try endConnections() }
            try transaction.execute("INSERT INTO teams (id, name) VALUES (2, 'globex')")
        }

        #expect(runs.withLock { $0 } == 2)
        #expect(try await database.teamCount() == 2)
    }

    @Test func `connections lost while idle are noticed and replaced`() async throws {
        let database = try await database()
        try await database.add(team: 1, "acme")

        try endConnections()

        #expect(try await database.teamCount() == 1)
    }

    @Test func `a failed transaction leaves the connection good for rows in bulk`() async throws {
        let database = try await database { $0.connections = 1 }
        func insert(_ id: Int64) async throws -> [Bool] {
            try await database.write(.test) {
                try $0.insertNew(into: "teams", columns: ["id", "name"], rows: [[.integer(id), .text("team \(id)")]])
            }
        }

        _ = try await insert(1)
        _ = await databaseErrorKind { try await database.add(team: 1, "again") }

        #expect(try await insert(2) == [true])
        #expect(database.openConnections == 1)
    }

    /// The relay passes everything on until the commit, and loses its answer.
    @Test(arguments: [true, false])
    func `a commit without an answer is neither lost nor done twice`(reachesServer: Bool) async throws {
        _ = try await database()
        let relay = try LosingRelay(to: try folder.postgres(), losing: "COMMIT\0", isPassedOn: reachesServer)
        defer { relay.stop() }
        let database = PostgresDatabase(PostgresOptions(patientAt: relay.url, schema: "contract"))
        let runs = Mutex(0)

        relay.loseNext()
        let result = try await database.write(.test) { transaction in
            runs.withLock { $0 += 1 }
            try transaction.execute("INSERT INTO samples (id, number) SELECT count(*), 1 FROM samples")
            return "done"
        }

        #expect(result == "done")
        #expect(relay.losses == 1)
        #expect(runs.withLock { $0 } == (reachesServer ? 1 : 2))
        #expect(try await database.read(.test) { try $0.value("SELECT count(*) AS n FROM samples", as: Int.self) } == 1)
    }

    @Test func `requests that find no connection in time are rejected, and the pool stays usable`() async throws {
        let database = try await database {
            $0.connections = 1
            $0.patience = .seconds(2)
        }
        try await isUsable(database)
        let (started, release) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))

        async let first: Void = database.read(.test) { _ in
            started.continuation.yield()
            release.wait()
        }
        for await _ in started.stream { break }
        let kind = await databaseErrorKind { _ = try await database.teamCount() }
        release.signal()
        try await first

        #expect(kind == .busy)
        try await isUsable(database)
    }

    @Test(arguments: [
        ("postgres://127.0.0.1:1/nothing", "refused"), ("postgres://nobody:s3cr3t@SERVER/nothing", "nobody"),
        ("postgres://x:%zz", "percent"),
    ])
    func `a server that cannot be used says why, without the password`(address: String, word: String) async throws {
        let server = try #require(URLComponents(string: try folder.postgres()))
        let place = "\(server.host ?? "")\(server.port.map { ":\($0)" } ?? "")"
        let database = PostgresDatabase(
            PostgresOptions(url: address.replacing("SERVER", with: place), schema: "contract")
        )

        let error = try #require(await #expect(throws: DatabaseError.self) { try await database.check() })

        #expect(error.kind == .unavailable)
        #expect(error.detail.contains(word), "\(error.detail)")
        #expect(!error.detail.contains("s3cr3t"))
    }

    @Test func `a job runs on one node at a time`() async throws {
        let (one, other) = (try await database(), try await database())
        let ran = Mutex<[String]>([])

        let isFirst = try await one.alone("sweep") {
            ran.withLock { $0.append("one") }
            let isOther = try await other.alone("sweep") { ran.withLock { $0.append("other") } }
            #expect(!isOther)
            #expect(try await other.alone("count") { ran.withLock { $0.append("count") } })
        }

        #expect(isFirst)
        #expect(try await other.alone("sweep") { ran.withLock { $0.append("later") } })
        #expect(ran.withLock { $0 } == ["one", "count", "later"])
    }

    @Test func `jobs at the same time leave the connections of the pool to what they do`() async throws {
        let database = try await database { $0.connections = 1 }

        let ran = try await withThrowingTaskGroup(of: Bool.self) { group in
            for name: StaticString in ["sweep", "count", "tidy"] {
                group.addTask { try await database.alone(name) { _ = try await database.teamCount() } }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(ran == 3)
    }

    /// Waits until as many short reads wait for a connection, lets one connection go, and returns what they found, in
    /// their order.
    private func together(
        _ database: PostgresDatabase,
        _ reads: [(Scope, [SQL])]
    ) async throws -> [Result<[[Row]], any Error>] {
        let (gates, held) = ([Gate(), Gate()], [Scope.tenant(UUID()), .test])
        let holders = zip(gates, held).map { gate, scope in Task { try await database.read(scope) { _ in gate.wait() } }
        }
        try await eventually { gates.allSatisfy { $0.count > 0 } }
        var tasks: [Task<[[Row]], any Error>] = []
        for (scope, statements) in reads {
            let before = database.waitingRequests
            tasks.append(Task { try await database.rows(scope, statements) })
            try await eventually { database.waitingRequests > before }
        }
        gates[1].open(for: 1)
        var results: [Result<[[Row]], any Error>] = []
        for task in tasks { results.append(await task.result) }
        gates[0].open(for: 1)
        for holder in holders { try await holder.value }
        return results
    }

    private static let whose: SQL =
        "SELECT current_setting('gatehouse.tenant', true) AS tenant, (extract(epoch FROM transaction_timestamp()) * 1000000)::bigint AS began"

    @Test func `short reads that wait are answered together, each as its own tenant`() async throws {
        let database = try await database { ($0.connections, $0.patience) = (2, .seconds(60)) }
        let tenants = (1...3).map { _ in UUID() }
        let reads = (0..<16).map {
            (Scope.tenant(tenants[$0 % 3]), [Self.whose, "SELECT \(Int64($0))::bigint AS n"] as [SQL])
        }

        let answers = try await together(database, reads).map { try $0.get() }

        #expect(
            try answers.map { try $0[0][0].get("tenant") } == (0..<16).map { tenants[$0 % 3].uuidString.lowercased() }
        )
        #expect(try answers.map { try $0[1][0].get("n", as: Int.self) } == Array(0..<16))
        let transactions = try Set(answers.map { try $0[0][0].get("began", as: Int64.self) })
        #expect(transactions.count == 2, "eight are answered together, and then the other eight")
    }

    @Test(
        arguments: [
            ("SELECT 1 / 0 AS n", false), ("SELECT n FROM no_such_table", false),
            ("SELECT pg_terminate_backend(pg_backend_pid()) AS n", true),
        ] as [(SQL, Bool)]
    )
    func `a short read that fails does no harm to those beside it`(failing: SQL, isLost: Bool) async throws {
        let database = try await database { ($0.connections, $0.patience) = (2, .seconds(60)) }
        let tenants = (0..<8).map { _ in UUID() }
        let reads = tenants.enumerated().map { place, tenant in
            (Scope.tenant(tenant), place == 3 ? [Self.whose, failing] : [Self.whose])
        }

        let answers = try await together(database, reads)

        for (place, answer) in answers.enumerated() where place != 3 {
            let tenant: String = try answer.get()[0][0].get("tenant")
            #expect(tenant == tenants[place].uuidString.lowercased())
        }
        let kind = await databaseErrorKind { _ = try answers[3].get() }
        #expect(isLost ? kind == .unavailable : kind != nil && kind != .unavailable)
        #expect(try await database.rows(.tenant(tenants[0]), [Self.whose]).count == 1)
    }

    @Test func `thirty lists of one tenant leave connections to another one, and to its own requests`() async throws {
        let database = try await database { $0.patience = .seconds(60) }
        let (acme, globex, gate) = (Scope.tenant(UUID()), Scope.tenant(UUID()), Gate())
        let lists = (1...30).map { _ in Task { try await database.readList(acme) { _ in gate.wait() } } }
        try await eventually { database.waitingRequests >= 26 && gate.count >= 4 }

        for scope in [globex, acme, .test] {
            #expect(try await database.read(scope) { try $0.value("SELECT 1 AS n", as: Int.self) } == 1)
        }
        #expect(try await database.readList(globex) { try $0.value("SELECT 2 AS n", as: Int.self) } == 2)

        #expect(gate.count == 4, "half of eight connections")
        gate.open(for: lists.count)
        for list in lists { try await list.value }
    }

    @Test(arguments: ["SELECT pg_sleep(30)", "SELECT pg_sleep(0.01)"] as [SQL])
    func `the statements of a list have one time together`(statement: SQL) async throws {
        let database = try await database {
            ($0.listLimit, $0.statementLimit) = (.milliseconds(100), .seconds(60))
        }

        let kind = await databaseErrorKind {
            try await database.readList(.test) { transaction in
                for _ in 1...10_000 { _ = try transaction.rows(statement) }
            }
        }

        #expect(kind == .tooLong)
        try await isUsable(database)
    }

    @Test func `statements that another release's schema has made stale are prepared anew`() async throws {
        let database = try await database()
        try await database.add(team: 1, "acme")
        let named: SQL = "SELECT id, name FROM teams WHERE id = 1"
        _ = try await database.read(.test) { try $0.rows(named) }
        let owner = try PostgresLink(PostgresOptions(patientAt: try folder.postgres(), schema: "contract"))
        try owner.run("ALTER TABLE teams ALTER COLUMN name TYPE varchar(1000)")
        owner.finish()

        let read = try await database.read(.test) { try $0.rows(named).count }
        let together = try await database.rows(.test, [named, named]).map(\.count)

        #expect(read == 1)
        #expect(together == [1, 1])
    }

    @Test func `nodes that start together change the schema once`() async throws {
        let steps = try folder.folder("steps", ["0001_one.sql": "CREATE TABLE one (id BIGINT); SELECT pg_sleep(0.05)"])
        let options = PostgresOptions(patientAt: try folder.postgres(), schema: "together")
        let nodes = (1...4).map { _ in PostgresDatabase(options) }

        let taken = try await withThrowingTaskGroup(of: Int.self) { group in
            for node in nodes { group.addTask { try await node.migrate(from: steps, at: 0).count } }
            return try await group.reduce(0, +)
        }

        #expect(taken == 1)
    }
}
#endif
