import Database
import Domain
import Foundation
import StrictJSON

/// Copies an installation into a new folder while it is running.
///
/// Each database is consistent in itself. The anchors are copied first, so that no anchor is ahead of the copied chain.
struct Backup: Sendable {
    let folder: DataFolder
    let schema: Schema

    struct Outcome: Sendable {
        let target: URL
        let manifest: BackupManifest

        var result: CommandResult {
            var json = manifest.json
            json["folder"] = .string(target.path)
            let size = manifest.files.reduce(0) { $0 + $1.bytes } >> 20
            return CommandResult(
                json,
                text: """
                    Backed up to \(target.path) (\(size) MiB).
                    It holds the root key: who has this folder can forge audit chains and try passwords. Keep it as you keep the data folder.
                    """
            )
        }
    }

    /// - Throws: `.rejected` when the folder is not empty.
    func run(to target: URL) async throws(CommandFailure) -> Outcome {
        do {
            try prepare(target)
            let copy = DataFolder(url: target)
            try copyIfThere(folder.anchors, to: copy.anchors)
            var counts = try await copyDatabase(folder.control, to: copy.control, tables: Self.controlTables)
            counts.merge(try await copyDatabase(folder.events, to: copy.events, tables: Self.eventTables)) { $1 }
            try copyIfThere(folder.rootKey, to: copy.rootKey)
            let manifest = try manifest(of: target, counts: counts)
            try DurableFile.write(Data(manifest.json.serialized()), to: target.appending(path: BackupManifest.fileName))
            return Outcome(target: target, manifest: manifest)
        } catch { throw CommandFailure(error) }
    }

    private func prepare(_ target: URL) throws {
        let (own, wanted) = (folder.url.standardizedFileURL.path, target.standardizedFileURL.path)
        guard wanted != own, !wanted.hasPrefix(own + "/") else {
            throw CommandFailure.rejected(
                "inside_data",
                "\(target.path) lies in the data folder; name a folder elsewhere, best on another disk."
            )
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
        guard files.isEmpty else {
            throw CommandFailure.rejected(
                "not_empty",
                "\(target.path) is not empty; name a new folder for each backup."
            )
        }
        do {
            try FileManager.default.createDirectory(
                at: target,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: target.path)
        } catch {
            throw CommandFailure.unavailable("The folder \(target.path) cannot be made: \(error.localizedDescription)")
        }
    }

    private func copyIfThere(_ file: URL, to copy: URL) throws {
        guard let bytes = FileManager.default.contents(atPath: file.path) else { return }
        try DurableFile.write(bytes, to: copy)
    }

    private func manifest(of target: URL, counts: [String: Int64]) throws -> BackupManifest {
        let names = try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
        return BackupManifest(
            gatehouseVersion: Version.current,
            sqliteVersion: SQLiteDatabase.libraryVersion,
            createdAt: SystemContext.system.now(),
            counts: counts,
            files: try names.map { try BackupManifest.File(name: $0, in: target) }
        )
    }
}

extension Backup {
    private static let controlTables: [(String, SQL)] = [
        ("tenants", "SELECT count(*) FROM tenants"), ("users", "SELECT count(*) FROM users"),
        ("sessions", "SELECT count(*) FROM sessions"), ("audit_entries", "SELECT count(*) FROM audit_entries"),
    ]
    private static let eventTables: [(String, SQL)] = [("events", "SELECT count(*) FROM events")]

    /// - Returns: the number of rows of the copy, by table.
    private func copyDatabase(_ file: URL, to copy: URL, tables: [(String, SQL)]) async throws -> [String: Int64] {
        let source = try SQLiteDatabase(path: file.path, options: .forInspection)
        let result: Result<[String: Int64], any Error>
        do {
            let counts = try await source.backUp(to: copy.path) { transaction in
                try tables.reduce(into: [:]) { $0[$1.0] = try transaction.value($1.1, as: Int64.self) }
            }
            result = .success(counts)
        } catch { result = .failure(error) }
        try await source.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        return try result.get()
    }
}
