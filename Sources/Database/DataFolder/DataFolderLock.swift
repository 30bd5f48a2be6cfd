import Foundation

/// Locks a data folder: while the lock is held, no other process gets it.
///
/// SQLite before 3.51.3 can lose data when two processes use one file, and they would undo each other's retention and
/// key work. The kernel releases the lock when the process ends, however it ends.
public final class DataFolderLock: Sendable {
    private let descriptor: CInt

    /// - Throws: `.locked`, with a sentence for the operator; `.unavailable` when the file cannot be made.
    public init(folder: URL) throws(DatabaseError) {
        let path = folder.appending(path: "lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DatabaseError(.unavailable, "Cannot open \(path): \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            // The descriptor is closed by `deinit`, which runs also when an initialiser throws that has set every
            // property.
            throw DatabaseError(
                .locked,
                """
                Another Gatehouse (\(holder)) is using the data folder \(folder.path); stop it first, or name another \
                folder with GATEHOUSE_DATA.
                """
            )
        }
        let text = "\(ProcessInfo.processInfo.processIdentifier)\n"
        ftruncate(descriptor, 0)
        // The text is for the error message only: the lock is decisive
        _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
    }

    deinit {
        // A child process that is being started may still have a copy of the descriptor, which would keep the lock.
        flock(descriptor, LOCK_UN)
        _ = Foundation.close(descriptor)
    }

    private static func holder(_ descriptor: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        guard let process = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return "another process" }
        return "process \(process)"
    }
}
