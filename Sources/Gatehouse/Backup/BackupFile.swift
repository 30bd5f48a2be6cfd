import Crypto
import Domain
import Foundation

/// A file in the folder of a backup, which may have been anywhere and changed by anyone since it was written.
///
/// Only a plain file is read: a link would lead out of the folder, and a pipe or a device may never end.
struct BackupFile {
    private static let pieceBytes = 1 << 20

    let file: BackupManifest.File
    let url: URL

    init(_ file: BackupManifest.File, in folder: URL) {
        self.file = file
        url = folder.appending(path: file.name)
    }

    /// Whether there is anything of this name, a link that leads nowhere too.
    static func exists(_ url: URL) -> Bool { (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil }

    /// - Throws: `.refused` when it is no plain file or a longer one.
    static func read(_ url: URL, atMost limit: Int) throws(CommandFailure) -> [UInt8] {
        let handle = try open(url).handle
        defer { try? handle.close() }
        let bytes: Data
        do { bytes = try readPiece(handle, limit + 1) } catch { throw damaged(url, "cannot be read") }
        guard bytes.count <= limit else { throw damaged(url, "is longer than \(limit) bytes") }
        return Array(bytes)
    }

    /// Copies what the manifest tells of into a new file of the owner's, and no more; the source stays as it is.
    /// - Throws: `.refused` when it is something else than what was backed up.
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
        else {
            throw Self.damaged(url, "is not what was backed up")
        }
        try target.synchronize()
    }

    private static func readPiece(_ handle: FileHandle, _ count: Int) throws -> Data {
        try handle.read(upToCount: count) ?? Data()
    }

    /// A name that becomes another file between the look and the opening is no way out: a link is not followed, opening
    /// waits for nobody, and no more is read than was found here.
    private static func open(_ url: URL) throws(CommandFailure) -> (handle: FileHandle, size: Int64) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            throw damaged(url, "is missing")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.int64Value
        else {
            throw damaged(url, "is no plain file")
        }
        let descriptor = Foundation.open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw damaged(url, "cannot be read: \(String(cString: strerror(errno)))") }
        return (FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), size)
    }

    private static func damaged(_ url: URL, _ what: String) -> CommandFailure {
        .refused("backup_damaged", "\(url.lastPathComponent) \(what): the folder is damaged. Use another.")
    }
}
