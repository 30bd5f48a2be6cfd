import Database
import Dispatch
import Testing

@Suite(.timeLimit(.minutes(10))) struct TransactionContract {
    struct Rejection: Error {}

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: Engine.all) func `a write that throws leaves nothing, and its error passes unchanged`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)

        await #expect(throws: Rejection.self) {
            try await database.write(.test) { transaction in
                try transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'acme')")
                throw Rejection()
            }
        }

        #expect(try await database.teamCount() == 0)
    }

    @Test(arguments: Engine.all) func `violated constraints are reported by kind`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        try await database.add(team: 1, "acme")

        let kinds: [DatabaseError.Kind?] = await [
            databaseErrorKind { try await database.add(team: 2, "acme") },
            databaseErrorKind { try await database.add(team: 1, "globex") },
            databaseErrorKind {
                try await database.run("INSERT INTO members (team_id, name) VALUES (7, 'ada')")
            },
            databaseErrorKind {
                try await database.run("INSERT INTO members (team_id, name) VALUES (1, '')")
            },
            databaseErrorKind {
                try await database.run("INSERT INTO members (team_id, name) VALUES (1, NULL)")
            },
        ]

        #expect(
            kinds == [.unique(columns: ["teams.name"]), .unique(columns: ["teams.id"]), .foreignKey, .check, .check]
        )
    }

    @Test(arguments: Engine.all) func `after a statement that failed nothing is kept, whatever the body makes of it`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        try await database.add(team: 1, "acme")

        let kind = await databaseErrorKind {
            try await database.write(.test) { transaction in
                try transaction.execute("INSERT INTO teams (id, name) VALUES (2, 'initech')")
                _ = try? transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'globex')")
            }
        }

        #expect(kind == .statement)
        #expect(try await database.teamCount() == 1)
    }

    @Test(arguments: Engine.all) func `a read sees one moment while writes go on`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        let hasRead = DispatchSemaphore(value: 0)
        let hasWritten = DispatchSemaphore(value: 0)

        async let counts = database.read(.test) { transaction in
            let before: Int? = try transaction.value("SELECT count(*) FROM teams")
            hasRead.signal()
            hasWritten.wait()
            return [before, try transaction.value("SELECT count(*) FROM teams")]
        }
        try await database.write(.test) { transaction in
            hasRead.wait()
            try transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'acme')")
        }
        hasWritten.signal()

        #expect(try await counts == [0, 0])
        #expect(try await database.teamCount() == 1)
    }

    @Test(arguments: Engine.all) func `two reads run side by side while a write is open`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        let (first, second, both) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )

        async let write: Void = database.write(.test) { transaction in
            try transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'acme')")
            both.wait()
            both.wait()
        }
        // Each waits for the other: one after the other they would never end.
        async let one = database.read(.test) { transaction in
            first.signal()
            second.wait()
            defer { both.signal() }
            return try transaction.value("SELECT count(*) FROM teams", as: Int.self)
        }
        async let other = database.read(.test) { transaction in
            second.signal()
            first.wait()
            defer { both.signal() }
            return try transaction.value("SELECT count(*) FROM teams", as: Int.self)
        }

        #expect(try await [one, other] == [0, 0])
        try await write
    }

    @Test(arguments: Engine.all) func `writes come one after the other and lose nothing`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        try await database.run("INSERT INTO samples (id, number) VALUES (1, 0)")

        try await withThrowingTaskGroup { group in
            for _ in 1...100 {
                group.addTask {
                    try await database.write(.test) { transaction in
                        let number: Int = try transaction.value("SELECT number FROM samples WHERE id = 1") ?? -1
                        try transaction.execute("UPDATE samples SET number = \(number + 1) WHERE id = 1")
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await database.read(.test) { try $0.value("SELECT number FROM samples", as: Int.self) } == 100)
    }

    @Test(arguments: Engine.all) func `of writes that come together each keeps what it did, and fails by itself`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)

        let failed = await withTaskGroup { group in
            for number in 1...60 {
                group.addTask { () -> Int? in
                    do {
                        try await database.write(.test) { transaction in
                            // Of each four one has the number of another, and one gives up.
                            let id = number % 4 == 0 ? number - 1 : number
                            try transaction.execute("INSERT INTO teams (id, name) VALUES (\(id), \("team \(number)"))")
                            if number % 4 == 1 { throw Rejection() }
                        }
                        return nil
                    } catch { return number }
                }
            }
            return await group.reduce(into: Set<Int>()) { failed, number in if let number { failed.insert(number) } }
        }

        // The order of the two with the same number is not defined.
        #expect(failed.isSuperset(of: stride(from: 1, through: 60, by: 4)) && failed.count == 30, "\(failed.sorted())")
        #expect(try await database.teamCount() == 30)
    }

    @Test(arguments: Engine.all) func `transactions that wait leave the threads of others free`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        let release = DispatchSemaphore(value: 0)

        try await withThrowingTaskGroup { group in
            for _ in 1...32 {
                group.addTask { try await database.write(.test) { _ in release.wait() } }
                group.addTask { try await database.read(.test) { _ in release.wait() } }
            }
            // Runs on the pool of tasks: with its threads taken it would never begin.
            group.addTask { for _ in 1...64 { release.signal() } }
            try await group.waitForAll()
        }
    }

    @Test(arguments: Engine.all) func `a cancelled task interrupts its statement, and the next one runs`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        let (started, continuation) = AsyncStream<Void>.makeStream()

        let task = Task {
            try await database.read(.test) { transaction in
                continuation.yield()
                return try transaction.rows(engine.endless).count
            }
        }
        for await _ in started { break }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.teamCount() == 0)
    }

    @Test(arguments: Engine.all) func `what was committed is there after closing and opening again`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        try await database.add(team: 1, "acme")

        try await database.close()
        let kind = await databaseErrorKind { _ = try await database.teamCount() }
        let again = try engine.open(folder, "contract")

        #expect(kind == .unavailable)
        #expect(try await again.teamCount() == 1)
        try await database.close()
    }
}
