import Crypto
import Domain
import Foundation
import StrictJSON

/// The content of a backup. It is written last, so a folder without it is not a backup.
struct BackupManifest: Sendable, Hashable {
    struct File: Sendable, Hashable {
        let name: String
        let bytes: Int64
        /// SHA-256 in hexadecimal.
        let digest: String
    }

    static let fileName = "manifest.json"
    static let format: Int64 = 1
    /// The manifests that we write have less than a kibibyte.
    private static let maximumBytes = 1 << 20

    let gatehouseVersion: String
    let sqliteVersion: String
    let createdAt: Timestamp
    /// Rows by table, for the operator to compare.
    let counts: [String: Int64]
    let files: [File]

    var json: JSONObject {
        [
            "format": .integer(Self.format), "gatehouse_version": .string(gatehouseVersion),
            "sqlite_version": .string(sqliteVersion),
            "created_at": .string(createdAt.rfc3339),
            "counts": .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            "files": .array(
                files.map { ["name": .string($0.name), "bytes": .integer($0.bytes), "sha256": .string($0.digest)] }
            ),
        ]
    }

    /// - Throws: `.rejected` when the folder has no valid manifest.
    static func read(from folder: URL) throws(CommandFailure) -> BackupManifest {
        let file = folder.appending(path: fileName)
        guard BackupFile.exists(file) else {
            throw .rejected(
                "no_backup",
                "\(folder.path) holds no \(fileName): it is no backup, or one that did not end."
            )
        }
        let bytes = try BackupFile.read(file, atMost: maximumBytes)
        guard let json = try? JSONValue(parsing: bytes, limits: .own), let manifest = BackupManifest(json) else {
            throw .rejected("no_backup", "\(file.path) is not the manifest of a backup that this program can read.")
        }
        return manifest
    }

    init(gatehouseVersion: String, sqliteVersion: String, createdAt: Timestamp, counts: [String: Int64], files: [File])
    {
        self.gatehouseVersion = gatehouseVersion
        self.sqliteVersion = sqliteVersion
        self.createdAt = createdAt
        self.counts = counts
        self.files = files
    }

    private init?(_ json: JSONValue) {
        guard json["format"]?.integerValue == Self.format, let version = json["gatehouse_version"]?.stringValue,
            let sqlite = json["sqlite_version"]?.stringValue,
            let time = json["created_at"]?.stringValue.flatMap(Timestamp.init(rfc3339:)),
            let counts = json["counts"]?.objectValue, let files = json["files"]?.arrayValue
        else { return nil }
        gatehouseVersion = version
        sqliteVersion = sqlite
        createdAt = time
        self.counts = counts.reduce(into: [:]) { $0[$1.name] = $1.value.integerValue }
        self.files = files.compactMap { file in
            guard let name = file["name"]?.stringValue, let bytes = file["bytes"]?.integerValue,
                let digest = file["sha256"]?.stringValue,
                bytes >= 0
            else { return nil }
            return File(name: name, bytes: bytes, digest: digest)
        }
        guard self.files.count == files.count, Set(self.files.map(\.name)).count == files.count else { return nil }
    }
}

extension BackupManifest.File {
    /// Computes the digest of a file in pieces of a mebibyte.
    init(name: String, in folder: URL) throws {
        let handle = try FileHandle(forReadingFrom: folder.appending(path: name))
        defer { try? handle.close() }
        var hash = SHA256()
        var bytes: Int64 = 0
        while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
            hash.update(data: part)
            bytes += Int64(part.count)
        }
        self.init(name: name, bytes: bytes, digest: Hexadecimal.encode(Array(hash.finalize())))
    }
}
