import Crypto
import Foundation

/// One migration of a schema: a file of SQL statements, applied once, in one transaction; or, where it changes many rows,
/// in one short transaction after another.
public struct Migration: Sendable, Hashable {
    /// The file's name, as `0001_create_tenants.sql`. Names sort in the order of the steps.
    public let name: String
    public let text: String
    /// SHA-256 of the file, in hexadecimal.
    public let checksum: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
        checksum = SHA256.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The table that says what is left to do, of a file that begins with `-- Repeated while TABLE has rows.`: its
    /// statements are run in a transaction each time until that table is empty. A start that is interrupted goes on
    /// where it stopped.
    var workTable: String? {
        text.prefixMatch(of: /(?:-- Replaces [0-9a-f]{64}\.\n)?-- Repeated while ([a-z_]+) has rows\.\n/).map {
            String($0.1)
        }
    }

    /// The checksum of the file's former text, where it begins with `-- Replaces SHA-256.`: a database to which that was
    /// applied needs nothing more.
    private var replacedChecksum: String? {
        text.prefixMatch(of: /-- Replaces ([0-9a-f]{64})\.\n/).map { String($0.1) }
    }

    /// Whether a text of this file was applied.
    func isApplied(as record: AppliedMigration) -> Bool {
        record.checksum == checksum || record.checksum == replacedChecksum
    }

    /// - Returns: what the operator reads when a statement failed.
    func failure(_ detail: String) -> DatabaseError {
        let kept = workTable == nil ? "failed, and nothing of it was kept" : "stopped, and goes on at the next start"
        return DatabaseError(.migration, "The schema step \(name) \(kept): \(detail)")
    }

    /// Reads the `.sql` files of a folder, in the order of their names.
    /// - Throws: `.migration` when the folder is missing or empty, or a name does not begin with a unique number.
    public static func load(from folder: URL) throws(DatabaseError) -> [Migration] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw DatabaseError(
                .migration,
                "There is no folder \(folder.path) with the schema; name the folder that holds migrations with GATEHOUSE_ASSETS."
            )
        }
        var migrations: [Migration] = []
        for name in names.filter({ $0.hasSuffix(".sql") }).sorted() {
            try check(name, after: migrations.last?.name)
            migrations.append(try read(name, in: folder))
        }
        guard !migrations.isEmpty else {
            throw DatabaseError(
                .migration,
                "The folder \(folder.path) holds no schema file; restore it from the release."
            )
        }
        return migrations
    }

    private static func check(_ name: String, after previous: String?) throws(DatabaseError) {
        guard name.wholeMatch(of: /[0-9]{4}_[a-z0-9_]+\.sql/) != nil else {
            throw DatabaseError(
                .migration,
                "The schema file \(name) is not named as 0001_create_tenants.sql; rename or remove it."
            )
        }
        if let previous, previous.prefix(4) == name.prefix(4) {
            throw DatabaseError(
                .migration,
                "The schema files \(previous) and \(name) have the same number; give one another."
            )
        }
    }

    private static func read(_ name: String, in folder: URL) throws(DatabaseError) -> Migration {
        do {
            return Migration(name: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        } catch {
            throw DatabaseError(
                .migration,
                "The schema file \(name) cannot be read as UTF-8: \(error.localizedDescription)"
            )
        }
    }
}
