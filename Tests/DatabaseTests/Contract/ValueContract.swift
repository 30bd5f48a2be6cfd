import Database
import Foundation
import Testing

@Suite struct ValueContract {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let integers: [Int64] = [0, 1, -1, .min, .max, 1 << 53 + 1]
    static let texts = [
        "", "Ada", "Zoë 👩‍🚀 – مرحبا", "'; DROP TABLE teams; --", "\" ? $1 :name @name", "100 % _", "a\nb\tc",
        "\u{FEFF}\u{200B}",
    ]
    static let blobs = [Data(), Data([0]), Data(0...255), Data(repeating: 0x27, count: 70_000)]

    @Test(arguments: Engine.all) func `integers come back as they were`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)

        let read = try await database.write(.test) { transaction in
            for (id, number) in Self.integers.enumerated() {
                try transaction.execute("INSERT INTO samples (id, number) VALUES (\(id), \(number))")
            }
            return try transaction.rows("SELECT number FROM samples ORDER BY id").map {
                try $0.get("number", as: Int64.self)
            }
        }

        #expect(read == Self.integers)
    }

    @Test(arguments: Engine.all) func `texts come back as they were, and are never run`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)

        let read = try await database.write(.test) { transaction in
            for (id, text) in Self.texts.enumerated() {
                try transaction.execute("INSERT INTO samples (id, text) VALUES (\(id), \(text))")
            }
            return try Self.texts.map { text in
                try transaction.value("SELECT text FROM samples WHERE text = \(text)", as: String.self)
            }
        }

        #expect(read == Self.texts)
        #expect(try await database.teamCount() == 0)
    }

    @Test(arguments: Engine.all) func `blobs come back as they were`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)

        let read = try await database.write(.test) { transaction in
            _ = try transaction.insertNew(
                into: "samples",
                columns: ["id", "bytes"],
                rows: Self.blobs.enumerated().map { [.integer(Int64($0)), .blob($1)] }
            )
            return try transaction.rows("SELECT bytes FROM samples ORDER BY id").map {
                try $0.get("bytes", as: Data.self)
            }
        }

        #expect(read == Self.blobs)
    }

    @Test(arguments: Engine.all) func `NULL is nil, and not an empty value`(engine: Engine) async throws {
        let database = try await engine.make(in: folder)
        let nothing: String? = nil

        let row = try await database.write(.test) { transaction in
            try transaction.execute("INSERT INTO samples (id, text, bytes) VALUES (1, \(nothing), \(Data()))")
            return try #require(try transaction.row("SELECT text, bytes, text IS NULL AS is_null FROM samples"))
        }

        #expect(try row.find("text", as: String.self) == nil)
        #expect(try row.find("bytes") == Data())
        #expect(try row.get("is_null", as: Bool.self))
        #expect(throws: DatabaseError.self) { try row.get("text", as: String.self) }
    }

    @Test(arguments: Engine.all) func `fractions, identifiers and flags come back as they were`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        let id = UUID()

        let row = try await database.write(.test) { transaction in
            try transaction.execute(
                "INSERT INTO samples (id, number, fraction, bytes) VALUES (1, \(true), \(0.1), \(id))"
            )
            return try #require(try transaction.row("SELECT number, fraction, bytes FROM samples WHERE bytes = \(id)"))
        }

        #expect(try row.get("number", as: Bool.self))
        #expect(try row.get("fraction", as: Double.self) == 0.1)
        #expect(try row.get("bytes", as: UUID.self) == id)
    }

    @Test(arguments: Engine.all) func `an error about a column's type or name has the column's name`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)

        let row = try await database.write(.test) { transaction in
            try transaction.execute("INSERT INTO samples (id, text) VALUES (1, \("Ada"))")
            return try #require(try transaction.row("SELECT text FROM samples"))
        }

        #expect { try row.get("text", as: Int.self) } throws: {
            ($0 as? DatabaseError)?.detail == "column text does not hold a Int"
        }
        #expect { try row.get("texts", as: Int.self) } throws: { ($0 as? DatabaseError)?.detail == "no column texts" }
    }
}
