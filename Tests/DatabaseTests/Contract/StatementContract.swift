import Database
import Testing

@Suite struct StatementContract {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: Engine.all) func `a list in a condition matches its values, and an empty one nothing`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        for (id, name) in ["acme", "globex", "initech"].enumerated() { try await database.add(team: id, name) }

        let (some, none) = try await database.read(.test) { transaction in
            (
                try transaction.rows("SELECT name FROM teams WHERE id IN \(list: [0, 2]) ORDER BY id").map {
                    try $0.get("name", as: String.self)
                },
                try transaction.rows("SELECT name FROM teams WHERE id IN \(list: [Int]())").count
            )
        }

        #expect(some == ["acme", "initech"])
        #expect(none == 0)
    }

    @Test(arguments: Engine.all) func `a change returns the number of changed rows`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        for id in 1...3 { try await database.add(team: id, "team \(id)") }

        let counts = try await database.write(.test) { transaction in
            [
                try transaction.execute("UPDATE teams SET name = name || '!' WHERE id > \(1)"),
                try transaction.execute("DELETE FROM teams WHERE id = \(9)"),
                try transaction.execute("DELETE FROM teams"),
            ]
        }

        #expect(counts == [2, 0, 3])
    }

    @Test(arguments: Engine.all) func `a bulk insert returns which rows are new`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        try await database.add(team: 2, "globex")

        let isNew = try await database.write(.test) { transaction in
            try transaction.insertNew(
                into: "teams",
                columns: ["id", "name"],
                rows: [
                    [.integer(1), .text("acme")], [.integer(2), .text("other")], [.integer(3), .text("globex")],
                    [.integer(4), .text("initech")], [.integer(4), .text("again")],
                ]
            )
        }

        #expect(isNew == [true, false, false, true, false])
        #expect(try await database.teamCount() == 3)
    }

    @Test(arguments: Engine.all) func `a broken row in bulk ends the whole transaction`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)

        let kind = await databaseErrorKind {
            try await database.write(.test) { transaction in
                _ = try transaction.insertNew(
                    into: "teams",
                    columns: ["id", "name"],
                    rows: [[.integer(1), .text("acme")], [.integer(2), .null]]
                )
            }
        }

        #expect(kind == .check)
        #expect(try await database.teamCount() == 0)
    }

    @Test(arguments: Engine.all) func `counters are made at first and added to afterwards`(engine: Engine) async throws
    {
        let database = try await engine.make(in: folder)
        _ = try await database.write(.test) {
            try $0.execute("CREATE TABLE tallies (name TEXT PRIMARY KEY, n INTEGER NOT NULL)")
        }

        for step in 1...2 {
            try await database.write(.test) { transaction in
                try transaction.add(
                    to: "tallies",
                    key: ["name"],
                    number: "n",
                    rows: [
                        [.text("acme"), .integer(Int64(step))], [.text("globex"), .integer(5)],
                        [.text("globex"), .integer(6)],
                    ]
                )
            }
        }

        let tallies = try await database.read(.test) { transaction in
            try transaction.rows("SELECT n FROM tallies ORDER BY name").map { try $0.get("n", as: Int.self) }
        }
        #expect(tallies == [3, 22])
    }

    @Test(arguments: Engine.all) func `a sum says for each counter whether it is new`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        _ = try await database.write(.test) {
            try $0.execute(
                "CREATE TABLE tallies (team INTEGER, name TEXT, n INTEGER NOT NULL, PRIMARY KEY (team, name))"
            )
        }
        func add(_ names: [String]) async throws -> [Bool] {
            try await database.write(.test) { transaction in
                try transaction.addCounting(
                    to: "tallies",
                    key: ["team", "name"],
                    number: "n",
                    rows: names.map { [.integer(1), .text($0), .integer(2)] }
                )
            }
        }

        let first = try await add(["globex", "acme"])
        let second = try await add(["acme", "initech", "globex", "hooli"])

        #expect(first == [true, true] && second == [false, true, false, true])
        #expect(try await add([]) == [])
        let tallies = try await database.read(.test) { transaction in
            try transaction.rows("SELECT n FROM tallies ORDER BY name").map { try $0.get("n", as: Int.self) }
        }
        #expect(tallies == [4, 4, 2, 2])
    }

    @Test(arguments: Engine.all) func `a statement can run inside a loop over its own rows`(engine: Engine) async throws
    {
        let database = try await engine.make(in: folder)
        for id in 1...3 { try await database.add(team: id, "team \(id)") }
        let statement: SQL = "SELECT id FROM teams ORDER BY id"

        let seen = try await database.read(.test) { transaction in
            var seen: [Int] = []
            try transaction.forEach(statement) { row in
                for _ in 0..<10 { seen.append(try row.get("id") * 10 + transaction.rows(statement).count) }
            }
            return seen
        }

        #expect(seen == [13, 23, 33].flatMap { [Int](repeating: $0, count: 10) })
    }

    @Test(arguments: Engine.all) func `statements run again with other values, more of them than a transaction keeps`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        for id in 1...3 { try await database.add(team: id, "team \(id)") }
        @Sendable func statements(_ id: Int) -> [SQL] {
            [
                "SELECT id AS a FROM teams WHERE id = \(id)", "SELECT id AS b FROM teams WHERE id = \(id)",
                "SELECT id AS c, name AS d FROM teams WHERE id = \(id)", "SELECT id AS e FROM teams WHERE id = \(id)",
                "SELECT id AS f FROM teams WHERE id = \(id)", "SELECT id AS g FROM teams WHERE id = \(id)",
                "SELECT id AS h FROM teams WHERE id = \(id)", "SELECT id AS i FROM teams WHERE id = \(id)",
                "SELECT name AS j, id AS k FROM teams WHERE id = \(id)",
                "SELECT id AS l FROM teams WHERE id IN \(list: [id])",
                "SELECT id AS m FROM teams WHERE id IN \(list: [id, id])",
            ]
        }

        let seen = try await database.read(.test) { transaction in
            try [1, 2, 2, 3].map { id in
                try transaction.rows(of: statements(id)).map { $0.map(\.values) }
            }
        }

        for (id, ofStatements) in zip([1, 2, 2, 3], seen) {
            let (number, name) = (SQLValue.integer(Int64(id)), SQLValue.text("team \(id)"))
            let expected = [
                [number], [number], [number, name], [number], [number], [number], [number], [number], [name, number],
                [number],
                [number],
            ]
            #expect(ofStatements == expected.map { [$0] })
        }
    }

    @Test(arguments: Engine.all) func `numbers are added up by two keys`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        for id in 1...5 { try await database.add(team: id, "team \(id)") }

        let sums = try await database.read(.test) { transaction in
            var sums: [[Int64]: Int64] = [:]
            try transaction.forEachSum(
                of: "SELECT id % 2 AS half, CAST(\(7) AS BIGINT) AS seven, id AS n FROM teams WHERE id < \(5)"
            ) { first, second, n in sums[[first, second], default: 0] += n }
            return sums
        }

        #expect(sums == [[0, 7]: 6, [1, 7]: 4])
    }

    @Test(arguments: Engine.all) func `an error ends the passing of sums`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        for id in 1...3 { try await database.add(team: id, "team \(id)") }

        let (kind, count) = try await database.read(.test) { transaction in
            var count = 0
            do {
                try transaction.forEachSum(of: "SELECT id, id, id FROM teams") { _, _, _ in
                    count += 1
                    throw DatabaseError(.decoding, "enough")
                }
                return (DatabaseError.Kind?.none, count)
            } catch let error as DatabaseError { return (error.kind, count) }
        }

        #expect(kind == .decoding)
        #expect(count == 1)
    }

    @Test(arguments: Engine.all) func `a wrong statement is reported as a programming error`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)

        let kind = await databaseErrorKind {
            _ = try await database.read(.test) { try $0.rows("SELECT nothing FROM nowhere") }
        }

        #expect(kind == .statement)
    }
}
