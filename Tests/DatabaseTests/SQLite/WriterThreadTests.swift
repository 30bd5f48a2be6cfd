import Dispatch
import Fixtures
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Database

/// What holds of writes that wait while another one runs.
@Suite(.timeLimit(.minutes(10))) struct WriterThreadTests {
    struct Rejection: Error {}

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One whose transactions take everything in that waits.
    private func database() async throws -> SQLiteDatabase {
        var options = SQLiteDatabase.Options()
        options.commitSpan = .seconds(600)
        let database = try SQLiteDatabase(path: folder.path("contract"), options: options)
        try await database.apply(Migration(name: "0001_contract.sql", text: Engine.sqlite.schema), at: 0)
        return database
    }

    /// Holds a write up until it is opened; a write that runs once more is not held again.
    private final class Gate: Sendable {
        private let opening = DispatchSemaphore(value: 0)
        private let state = Mutex((isReached: false, isOpen: false))

        var isReached: Bool { state.withLock { $0.isReached } }

        func pass() {
            let isOpen = state.withLock { state in
                state.isReached = true
                return state.isOpen
            }
            if !isOpen { opening.wait() }
        }

        func open() {
            state.withLock { $0.isOpen = true }
            opening.signal()
        }
    }

    /// Has the writer of a database busy with a write that waits for `gate`.
    private func hold(_ database: SQLiteDatabase, _ gate: Gate) async throws -> Task<Void, any Error> {
        let task = Task {
            try await database.write(.test) { transaction in
                gate.pass()
                try transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'first')")
            }
        }
        try await eventually { gate.isReached }
        return task
    }

    /// Has one more write wait.
    private func queue(
        _ database: SQLiteDatabase,
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> Task<Void, any Error> {
        let waiting = database.writer.waiting
        let task = Task { try await work() }
        try await eventually { database.writer.waiting > waiting }
        return task
    }

    /// How many commits the WAL holds: frames that say how large the file is afterwards
    /// (<https://www.sqlite.org/fileformat2.html>, §4.1).
    private func commits() throws -> Int {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: folder.path("contract-wal"))))
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let frame = 24 + number(8)
        return stride(from: 32, to: bytes.count - frame + 1, by: frame).count { number($0 + 4) > 0 }
    }

    @Test func `those that wait are committed together`() async throws {
        let database = try await database()
        let (gate, before) = (Gate(), try commits())
        var tasks = [try await hold(database, gate)]
        for id in 2...21 { tasks.append(try await queue(database) { try await database.add(team: id, "team \(id)") }) }

        gate.open()
        for task in tasks { try await task.value }

        #expect(try await database.teamCount() == 21)
        #expect(try commits() - before == 1)
    }

    @Test func `one that is interrupted takes nothing of the others with it`() async throws {
        let database = try await database()
        let gate = Gate()
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let first = try await hold(database, gate)
        let second = try await queue(database) { try await database.add(team: 2, "second") }
        let endless = try await queue(database) {
            try await database.write(.test) { transaction in
                continuation.yield()
                _ = try transaction.execute(
                    """
                    INSERT INTO samples (id, number)
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 1 FROM n WHERE i % 100000 = 0 LIMIT 1000000
                    """
                )
            }
        }
        let last = try await queue(database) { try await database.add(team: 3, "last") }

        gate.open()
        for await _ in started { break }
        endless.cancel()

        await #expect(throws: CancellationError.self) { try await endless.value }
        for task in [first, second, last] { try await task.value }
        #expect(try await database.teamCount() == 3)
        #expect(try await database.read(.test) { try $0.value("SELECT count(*) FROM samples", as: Int.self) } == 0)
    }

    @Test func `a failed write rolls back nothing of the other writes of its batch`() async throws {
        let database = try await database()
        try await database.add(team: 9, "acme")
        let gate = Gate()
        let first = try await hold(database, gate)
        let second = try await queue(database) { try await database.add(team: 2, "second") }
        let rejected = try await queue(database) {
            try await database.write(.test) { transaction in
                try transaction.execute("INSERT INTO teams (id, name) VALUES (3, 'third')")
                throw Rejection()
            }
        }
        let bad = try await queue(database) {
            try await database.run("INSERT OR ROLLBACK INTO teams (id, name) VALUES (9, 'again')")
        }

        gate.open()

        for task in [first, second] { try await task.value }
        await #expect(throws: Rejection.self) { try await rejected.value }
        #expect(await databaseErrorKind { try await bad.value } == .unique(columns: ["teams.id"]))
        #expect(try await database.teamCount() == 3)
    }

    @Test func `one that was cancelled while it waited does nothing`() async throws {
        let database = try await database()
        let gate = Gate()
        let first = try await hold(database, gate)
        let cancelled = try await queue(database) { try await database.add(team: 2, "second") }
        let last = try await queue(database) { try await database.add(team: 3, "last") }

        cancelled.cancel()
        gate.open()

        await #expect(throws: CancellationError.self) { try await cancelled.value }
        for task in [first, last] { try await task.value }
        #expect(try await database.teamCount() == 2)
    }

    @Test func `one that is cancelled between two statements is undone, and those beside it are not`() async throws {
        let database = try await database()
        let (gate, inner) = (Gate(), Gate())
        let first = try await hold(database, gate)
        let cancelled = try await queue(database) {
            try await database.write(.test) { transaction in
                _ = try transaction.execute("INSERT INTO teams (id, name) VALUES (2, 'second')")
                inner.pass()
            }
        }
        let last = try await queue(database) { try await database.add(team: 3, "last") }

        gate.open()
        try await eventually { inner.isReached }
        cancelled.cancel()
        inner.open()

        await #expect(throws: CancellationError.self) { try await cancelled.value }
        for task in [first, last] { try await task.value }
        #expect(try await database.teamCount() == 2)
    }

    @Test func `one for which there is no room takes nothing of the others with it`() async throws {
        let database = try await database()
        let gate = Gate()
        try await database.writing { connection in
            let pages = try Int.fetchOne(connection, sql: "PRAGMA page_count") ?? 0
            try connection.execute(sql: "PRAGMA max_page_count = \(pages + 3)")
        }
        let first = try await hold(database, gate)
        let large = try await queue(database) {
            try await database.run("INSERT INTO samples (id, bytes) VALUES (1, \(Data(count: 1 << 20)))")
        }
        let last = try await queue(database) { try await database.add(team: 3, "last") }

        gate.open()

        #expect(await databaseErrorKind { try await large.value } == .diskFull)
        for task in [first, last] { try await task.value }
        #expect(try await database.teamCount() == 2)
    }

    @Test func `after a failure of the disk nothing that waits runs on the same connections`() async throws {
        let database = try await database()
        let (gate, before) = (Gate(), try await database.pool())
        let first = try await hold(database, gate)
        let second = try await queue(database) { try await database.add(team: 2, "second") }
        let failing = try await queue(database) {
            try await database.write(.test) { _ in throw DatabaseError(.io, "fdatasync failed") }
        }
        let last = try await queue(database) { try await database.add(team: 3, "last") }

        gate.open()

        for task in [first, second, failing] { #expect(await databaseErrorKind { try await task.value } == .io) }
        #expect(await databaseErrorKind { try await last.value } == .unavailable)
        #expect(try await database.teamCount() == 0)
        try await database.add(team: 4, "later")
        #expect(try await database.pool() !== before)
        #expect(try await database.teamCount() == 1)
    }

    @Test func `closing finishes what waits, and takes nothing more`() async throws {
        let database = try await database()
        let gate = Gate()
        let first = try await hold(database, gate)
        let second = try await queue(database) { try await database.add(team: 2, "second") }

        async let closing: Void = database.close()
        try await eventually { database.writer.isClosed }
        gate.open()
        try await closing

        for task in [first, second] { try await task.value }
        #expect(await databaseErrorKind { try await database.add(team: 3, "third") } == .unavailable)
        #expect(try await SQLiteDatabase(path: folder.path("contract")).teamCount() == 2)
    }

    @Test func `a write waits for one write of another tenant, however many of them wait`() async throws {
        let database = try await database()
        let (gate, (acme, globex)) = (Gate(), (UUID(), UUID()))
        let order = Mutex<[String]>([])
        func queue(_ name: String, _ scope: Scope) async throws -> Task<Void, any Error> {
            try await self.queue(database) {
                try await database.write(scope) { _ in order.withLock { $0.append(name) } }
            }
        }
        var tasks = [try await hold(database, gate)]
        for number in 1...5 { tasks.append(try await queue("acme \(number)", .tenant(acme))) }
        tasks.append(try await queue("globex", .tenant(globex)))
        for number in 1...2 { tasks.append(try await queue("installation \(number)", .test)) }

        gate.open()
        for task in tasks { try await task.value }

        #expect(
            order.withLock { $0 } == [
                "acme 1", "installation 1", "globex", "installation 2", "acme 2", "acme 3", "acme 4", "acme 5",
            ]
        )
    }

    @Test func `a tenant that has too many writes wait is refused, and another one is not`() async throws {
        let database = try await database()
        let gate = Gate()
        let (acme, globex) = (Scope.tenant(UUID()), Scope.tenant(UUID()))
        let first = try await hold(database, gate)
        let many = (1...1000).map { _ in Task { try await database.write(acme) { _ in } } }
        try await eventually { database.writer.waiting == 1000 }

        let rejected = await databaseErrorKind { try await database.write(acme) { _ in } }
        let other = try await queue(database) { try await database.write(globex) { _ in } }
        gate.open()

        #expect(rejected == .busy)
        for task in many + [first, other] { try await task.value }
    }

    @Test func `a completed write is visible to the next read`() async throws {
        let database = try await database()

        try await withThrowingTaskGroup { group in
            for id in 1...200 {
                group.addTask {
                    try await database.add(team: id, "team \(id)")
                    let found = try await database.read(.test) {
                        try $0.value("SELECT id FROM teams WHERE id = \(id)", as: Int.self)
                    }
                    #expect(found == id)
                }
            }
            try await group.waitForAll()
        }
    }
}
