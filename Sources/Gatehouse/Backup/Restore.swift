import Database
import Domain
import Foundation
import Logging
import Stores
import StrictJSON
import UseCases

/// Restores a backup into an empty data folder, or in place of one that is moved aside.
///
/// Credentials from before are invalid afterwards: users sign in again, and links are issued again. Everything is
/// prepared beside the databases and renamed at the end; a start in between is rejected.
struct Restore: Sendable {
    let folder: DataFolder
    let schema: Schema

    struct Outcome: Sendable {
        let manifest: BackupManifest
        let forgotten: ForgottenCredentials
        /// The folder that the previous files were moved to.
        let replaced: URL?

        var result: CommandResult {
            var text = """
                Restored the backup of \(manifest.createdAt.rfc3339). \(forgotten.sessions) sessions were ended; invitations, one-time links \
                and set-up links are void.
                Keys that were revoked after the backup work again: look through `gatehouse key list`.
                """
            if let replaced { text += "\nThe files of before are in \(replaced.path)." }
            return CommandResult(
                [
                    "restored_from": .string(manifest.createdAt.rfc3339),
                    "sessions_ended": .integer(Int64(forgotten.sessions)),
                    "replaced_files": replaced.map { .string($0.path) } ?? .null,
                ],
                text: text
            )
        }
    }

    /// - Throws: `.rejected` when the backup is incomplete, or databases exist and `replaces` is false.
    func run(from source: URL, replaces: Bool) async throws(CommandFailure) -> Outcome {
        let manifest = try BackupManifest.read(from: source)
        try folder.prepare()
        if let events = folder.ownEventsFolder { try DataFolder(url: events).prepare() }
        let lock: DataFolderLock
        do { lock = try DataFolderLock(folder: folder.url) } catch { throw CommandFailure(error) }
        defer { withExtendedLifetime(lock) {} }
        guard replaces || !folder.holdsDatabases else {
            throw .rejected(
                "not_empty",
                "\(folder.path) holds an installation already. Name another folder, or add --replace to move it aside."
            )
        }
        do {
            // The staging folder is on the target volume, so that its files are renamed and not copied.
            let staged = DataFolder(
                url: folder.restoring,
                ownEventsFolder: folder.ownEventsFolder.map { DataFolder(url: $0).restoring }
            )
            let forgotten: ForgottenCredentials
            do {
                try stage(manifest, from: source, in: staged)
                forgotten = try await makeReady(staged)
            } catch {
                // Nothing was replaced yet.
                for part in Self.folders(staged) { try? FileManager.default.removeItem(at: part) }
                throw error
            }
            let replaced = try putInPlace(staged)
            return Outcome(manifest: manifest, forgotten: forgotten, replaced: replaced)
        } catch { throw CommandFailure(error) }
    }

    /// Copies the files beside the databases and checks the digest of each.
    private func stage(_ manifest: BackupManifest, from source: URL, in staged: DataFolder) throws {
        for part in Self.folders(staged) {
            try? FileManager.default.removeItem(at: part)
            try FileManager.default.createDirectory(
                at: part,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let known = Set([staged.control, staged.events, staged.rootKey, staged.anchors].map(\.lastPathComponent))
        for file in manifest.files where known.contains(file.name) {
            let place = file.name == staged.events.lastPathComponent ? staged.eventsFolder : staged.url
            try BackupFile(file, in: source).copy(to: place.appending(path: file.name))
        }
        for needed in [staged.control, staged.events, staged.rootKey]
        where !FileManager.default.fileExists(atPath: needed.path) {
            throw CommandFailure.rejected("backup_damaged", "\(needed.lastPathComponent) is missing in the backup.")
        }
    }

    /// Migrates the copies to this program's schema, checks every page and chain, and revokes sessions and links.
    private func makeReady(_ staged: DataFolder) async throws -> ForgottenCredentials {
        let root = try RootKeyFile(url: staged.rootKey).load()
        let control = try SQLiteDatabase(path: staged.control.path)
        let events = try SQLiteDatabase(path: staged.events.path)
        let now = SystemContext.system.now()
        // The check precedes the migration, which would run any triggers that the file contains.
        do {
            try await control.checkObjects(from: schema.control)
            try await events.checkObjects(from: schema.events)
        } catch let error as DatabaseError where error.kind == .migration {
            throw CommandFailure.rejected("backup_damaged", error.detail)
        }
        _ = try await schema.migrate(control: control, events: events, at: now)
        let report = await Doctor(folder: staged, schema: schema).examine()
        guard report.isHealthy else {
            let sentences = report.findings.filter { $0.state == .broken }.map(\.sentence)
            throw CommandFailure(.rejected, "backup_damaged", sentences)
        }
        let forgotten = try await Restoration(control: control, chain: AuditChain(root: root)).forgetCredentials(
            at: now
        ).checked()
        try await control.close()
        try await events.close()
        return forgotten
    }

    /// - Returns: the folder that the previous files were moved to; nil when there were none.
    private func putInPlace(_ staged: DataFolder) throws -> URL? {
        guard let events = folder.ownEventsFolder else {
            return try putInPlace(
                [folder.events, folder.rootKey, folder.anchors, folder.control],
                from: staged.url,
                in: folder.url
            )
        }
        _ = try putInPlace([folder.events], from: staged.eventsFolder, in: events)
        return try putInPlace([folder.rootKey, folder.anchors, folder.control], from: staged.url, in: folder.url)
    }

    private static func folders(_ data: DataFolder) -> [URL] { [data.url] + [data.ownEventsFolder].compactMap(\.self) }

    /// - Returns: the folder that the previous files were moved to; nil when there were none.
    private func putInPlace(_ files: [URL], from staged: URL, in place: URL) throws -> URL? {
        let names = files.map(\.lastPathComponent)
        let present = try FileManager.default.contentsOfDirectory(atPath: place.path)
        let old = present.filter { file in names.contains { file == $0 || file == "\($0)-wal" || file == "\($0)-shm" } }
        var replaced: URL?
        if !old.isEmpty {
            let aside = place.appending(
                path: "replaced-\(SystemContext.system.now().rfc3339.replacing(":", with: "-"))"
            )
            try FileManager.default.createDirectory(
                at: aside,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            for name in old { try move(name, from: place, to: aside) }
            replaced = aside
        }
        for name in names where FileManager.default.fileExists(atPath: staged.appending(path: name).path) {
            try move(name, from: staged, to: place)
        }
        try DurableFile.sync(place)
        try FileManager.default.removeItem(at: staged)
        return replaced
    }

    private func move(_ name: String, from: URL, to: URL) throws {
        try FileManager.default.moveItem(at: from.appending(path: name), to: to.appending(path: name))
    }
}
