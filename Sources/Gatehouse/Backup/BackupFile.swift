import Crypto
import Domain
import Foundation

/// A file in a backup folder, which may have been moved and changed by anyone since it was written.
///
/// Only regular files are read: a symbolic link could point outside the folder, and a pipe or a device may never end.
struct BackupFile {
    private static let pieceBytes = 1 << 20

    let file: BackupManifest.File
    let url: URL

    init(_ file: BackupManifest.File, in folder: URL) {
        self.file = file
        url = folder.appending(path: file.name)
    }

    /// Returns whether a file of this name exists, dangling symbolic links included.
    static func exists(_ url: URL) -> Bool { (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil }

    /// - Throws: `.rejected` when it is not a regular file, or is longer than `limit`.
    static func read(_ url: URL, atMost limit: Int) throws(CommandFailure) -> [UInt8] {
        let handle = try open(url).handle
        defer { try? handle.close() }
        let bytes: Data
        do { bytes = try readPiece(handle, limit + 1) } catch { throw damaged(url, "cannot be read") }
        guard bytes.count <= limit else { throw damaged(url, "is longer than \(limit) bytes") }
        return Array(bytes)
    }

    /// Copies the bytes that the manifest names, and no more, into a new file that only the owner can read; the source
    /// stays unchanged.
    /// - Throws: `.rejected` when the content differs from the manifest.
    func copy(to copy: URL) throws {
        let (source, size) = try Self.open(url)
        defer { try? source.close() }
        guard size == file.bytes else { throw Self.damaged(url, "is not what was backed up") }
        let descriptor = Foundation.open(copy.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.failure("make", copy.path) }
        let target = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? target.close() }
        var hash = SHA256()
        var left = file.bytes
        while left > 0 {
            let piece = try Self.readPiece(source, Int(min(left, Int64(Self.pieceBytes))))
            guard !piece.isEmpty else { break }
            hash.update(data: piece)
            try target.write(contentsOf: piece)
            left -= Int64(piece.count)
        }
        guard left == 0, try Self.readPiece(source, 1).isEmpty,
            Hexadecimal.encode(Array(hash.finalize())) == file.digest
        else { throw Self.damaged(url, "is not what was backed up") }
        try target.synchronize()
    }

    private static func readPiece(_ handle: FileHandle, _ count: Int) throws -> Data {
        try handle.read(upToCount: count) ?? Data()
    }

    /// Opens the file safely against a swap between check and open: it follows no symbolic link, does not block, and
    /// the size found here bounds the read.
    private static func open(_ url: URL) throws(CommandFailure) -> (handle: FileHandle, size: Int64) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            throw damaged(url, "is missing")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.int64Value
        else { throw damaged(url, "is no plain file") }
        let descriptor = Foundation.open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw damaged(url, "cannot be read: \(String(cString: strerror(errno)))") }
        return (FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), size)
    }

    private static func damaged(_ url: URL, _ what: String) -> CommandFailure {
        .rejected("backup_damaged", "\(url.lastPathComponent) \(what): the folder is damaged. Use another.")
    }
}
