import Foundation
import Logging
import Synchronization

/// A file that only takes up space. When the disk is full it is deleted, and the control database has its space: people
/// can sign in and be revoked while whoever runs the machine makes room.
final class DiskReserve: Sendable {
    /// 16 MiB: with the WAL begun anew at each checkpoint, some thousand sign-ins and revocations.
    static let standardBytes: Int64 = 16 << 20

    let file: URL
    let bytes: Int64
    private let logger: Logger
    /// One at a time.
    private let turn = Mutex(())

    init(file: URL, bytes: Int64 = standardBytes, logger: Logger) {
        self.file = file
        self.bytes = bytes
        self.logger = logger
    }

    /// Whether the file is there, whole.
    var isHeld: Bool { size == bytes }

    private var size: Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.int64Value
    }

    private var space: DiskSpace? { DiskSpace(of: file.deletingLastPathComponent()) }

    /// Lets go of the space.
    /// - Returns: whether there was any.
    @discardableResult
    func release() -> Bool {
        turn.withLock { _ in
            guard size != nil, unlink(file.path) == 0 else { return false }
            logger.critical(
                "The disk of the control database is full: its reserve was released. Make room now; without it nobody can sign in soon",
                metadata: ["reserve_bytes": "\(bytes)", "file": "\(file.path)"]
            )
            return true
        }
    }

    /// Lets go of the space when less is free than a database needs to be opened.
    func releaseIfTight(_ needed: Int64 = 4 << 20) {
        if let space, space.free < needed { release() }
    }

    /// Takes the space, once as much again would be left.
    func holdIfRoom() {
        turn.withLock { _ in
            guard !isHeld, let space, space.free >= bytes * 2 else { return }
            do throws(DurableFile.Failure) {
                try allocate()
                logger.info("The reserve for a full disk is there", metadata: ["reserve_bytes": "\(bytes)"])
            } catch {
                unlink(file.path)
                logger.warning("The reserve for a full disk could not be made", metadata: ["reason": "\(error)"])
            }
        }
    }

    private func allocate() throws(DurableFile.Failure) {
        unlink(file.path)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.failure("make", file.path) }
        defer { _ = Foundation.close(descriptor) }
        // Blocks, not only a length: a file with holes takes up nothing.
        let error = posix_fallocate(descriptor, 0, off_t(bytes))
        guard error == 0 else { throw DurableFile.failure("allocate", file.path, error) }
        guard fsync(descriptor) == 0 else { throw DurableFile.failure("sync", file.path) }
    }
}
