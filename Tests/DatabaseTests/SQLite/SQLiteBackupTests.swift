import Database
import Foundation
import Testing

@Suite struct SQLiteBackupTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a copy taken during writes is whole`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        let padding = String(repeating: "x", count: 2000)

        // Each write adds a team with two members, so that a copy of half a write would show.
        try await withThrowingTaskGroup { group in
            group.addTask {
                for id in 1...200 {
                    try await database.write(.test) { transaction in
                        try transaction.execute("INSERT INTO teams (id, name) VALUES (\(id), \("\(id) \(padding)"))")
                        try transaction.execute(
                            "INSERT INTO members (team_id, name) VALUES (\(id), 'ada'), (\(id), 'vic')"
                        )
                    }
                }
            }
            for number in 1...3 {
                group.addTask { try await database.backUp(to: folder.path("copy\(number)")) }
            }
            try await group.waitForAll()
        }

        for number in 1...3 {
            let copy = try SQLiteDatabase(path: folder.path("copy\(number)"))
            let (teams, members) = try await copy.read(.test) { transaction in
                (
                    try transaction.value("SELECT count(*) FROM teams", as: Int.self),
                    try transaction.value("SELECT count(*) FROM members", as: Int.self)
                )
            }
            #expect(members == teams.map { $0 * 2 })
            try await copy.close()
        }
        #expect(try await database.teamCount() == 200)
    }

    @Test func `a copy never takes the place of a file`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        let path = folder.path("precious")
        try Data("precious".utf8).write(to: URL(filePath: path))

        let kind = await databaseErrorKind { try await database.backUp(to: path) }

        #expect(kind == .unavailable)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    }
}
