import Database
import Fixtures
import Foundation
import Testing

/// The schema step that folds apostrophes and hyphens of stored names.
@Suite struct NameFoldingMigrationTests {
    private struct User {
        let name: String
        /// As it was stored before the step.
        let oldKey: String
        let key: String
    }

    private static let tables = """
        CREATE TABLE users (tenant_id TEXT NOT NULL, id TEXT NOT NULL PRIMARY KEY, name TEXT, name_key TEXT NOT NULL);
        CREATE TABLE user_terms (
            tenant_id TEXT NOT NULL, term TEXT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (tenant_id, term, user_id)
        );
        """

    private static let users = [
        User(name: "Rita D’Angelo", oldKey: "rita d’angelo", key: "rita d'angelo"),
        User(name: "O‘Neil O'Neil", oldKey: "o‘neil o'neil", key: "o'neil o'neil"),
        User(name: "Anne–Marie Löwe", oldKey: "anne–marie lowe", key: "anne-marie lowe"),
        User(name: "Jean‑Luc", oldKey: "jean\u{2010}luc", key: "jean-luc"),
        User(name: "Zoë D´Angelo", oldKey: "zoe d angelo", key: "zoe d'angelo"),
        User(name: "Ada Lovelace", oldKey: "ada lovelace", key: "ada lovelace"),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    @Test(arguments: Engine.all) func `names that were folded before get the keys and words of today`(
        engine: Engine
    ) async throws {
        let database = try engine.open(folder, "a")
        try await database.migrate(from: try folder.folder("m", ["0001_tables.sql": Self.tables]), at: 0)
        for user in Self.users {
            let name = user.name
            try await database.run(
                "INSERT INTO users (tenant_id, id, name, name_key) VALUES ('acme', \(name), \(name), \(user.oldKey))"
            )
            for word in words(user.oldKey) {
                try await database.run(
                    "INSERT INTO user_terms (tenant_id, term, user_id) VALUES ('acme', \(word), \(name))"
                )
            }
        }
        let family = engine.testDescription == "SQLite" ? "sqlite" : "postgres"
        let steps = Installation.migrations.deletingLastPathComponent().appending(path: "\(family)/control")
        let step = try #require(
            try Migration.load(from: steps).first { $0.name.hasSuffix("_fold_punctuation_of_names.sql") }
        )

        try await database.apply(step, at: 0)

        for user in Self.users {
            let name = user.name
            let keys = try await database.read(.test) { transaction in
                try transaction.rows("SELECT name_key FROM users WHERE id = \(name)")
                    .map { try $0.get("name_key", as: String.self) }
            }
            let terms = try await database.read(.test) { transaction in
                try transaction.rows("SELECT term FROM user_terms WHERE user_id = \(name)")
                    .map { try $0.get("term", as: String.self) }
            }
            #expect(keys == [user.key])
            // The acute accent had made two words of one; they stay.
            #expect(words(user.key).isSubset(of: terms), "\(terms)")
            #expect(!terms.contains { $0.contains("’") || $0.contains("‘") || $0.contains("–") }, "\(terms)")
        }
    }
}
