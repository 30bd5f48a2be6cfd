import Foundation

/// Writes files atomically, also in case of a loss of power.
enum DurableFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes a new file beside `url`, syncs it, renames it, and syncs the folder.
    static func write(_ bytes: Data, to url: URL, permissions: mode_t = 0o600) throws(Failure) {
        let partial = url.path + ".partial"
        try make(partial, bytes, permissions)
        guard rename(partial, url.path) == 0 else { throw failure("rename", partial) }
        try sync(url.deletingLastPathComponent())
    }

    private static func make(_ path: String, _ bytes: Data, _ permissions: mode_t) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw failure("make", path) }
        defer { _ = Foundation.close(descriptor) }
        guard fchmod(descriptor, permissions) == 0 else { throw failure("protect", path) }
        try write(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw failure("sync", path) }
    }

    /// Syncs a folder, so that the names in it are on disk.
    static func sync(_ folder: URL) throws(Failure) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder.path) }
        defer { _ = Foundation.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", folder.path) }
    }

    private static func write(_ bytes: Data, to descriptor: CInt, _ path: String) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw failure("write", path) }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    static func failure(_ verb: String, _ path: String, _ error: CInt = errno) -> Failure {
        Failure(description: "Cannot \(verb) \(path): \(String(cString: strerror(error))).")
    }

    /// Creates a folder and its missing parents, and syncs the parent of each.
    /// - Parameter sync: syncs a folder.
    static func makeFolder(_ folder: URL, sync: (URL) throws -> Void = { try DurableFile.sync($0) }) throws {
        var missing: [URL] = []
        var place = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            missing.append(place)
            place = place.deletingLastPathComponent()
        }
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for made in missing.reversed() { try sync(made.deletingLastPathComponent()) }
    }
}
