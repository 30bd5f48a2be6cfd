import Foundation
import Logging
import Synchronization

/// A file that reserves disk space for the control database. When the disk is full the file is deleted, so that
/// sign-ins and revocations still work while the operator makes room.
final class DiskReserve: Sendable {
    /// 16 MiB: with a WAL reset at each checkpoint, enough for some thousand sign-ins and revocations.
    static let standardBytes: Int64 = 16 << 20

    let file: URL
    let bytes: Int64
    private let logger: Logger
    /// Serialises changes of the file.
    private let turn = Mutex(())

    init(file: URL, bytes: Int64 = standardBytes, logger: Logger) {
        self.file = file
        self.bytes = bytes
        self.logger = logger
    }

    /// Whether the file exists in its full size.
    var isHeld: Bool { size == bytes }

    private var size: Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.int64Value
    }

    private var space: DiskSpace? { DiskSpace(of: file.deletingLastPathComponent()) }

    /// Deletes the file.
    /// - Returns: whether it existed.
    @discardableResult
    func release() -> Bool {
        turn.withLock { _ in
            guard size != nil, unlink(file.path) == 0 else { return false }
            logger.critical(
                "The disk of the control database is full: its reserve was released. Free up space now",
                metadata: ["reserve_bytes": "\(bytes)", "file": "\(file.path)"]
            )
            return true
        }
    }

    /// Deletes the file when less space is free than opening a database needs.
    func releaseIfTight(_ needed: Int64 = 4 << 20) {
        if let space, space.free < needed { release() }
    }

    /// Creates the file when at least its size would remain free afterwards.
    func holdIfRoom() {
        turn.withLock { _ in
            guard !isHeld, let space, space.free >= bytes * 2 else { return }
            do throws(DurableFile.Failure) {
                try allocate()
                logger.info("The disk reserve is available", metadata: ["reserve_bytes": "\(bytes)"])
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
        // Allocates blocks, not only a length: a sparse file reserves nothing.
        let error = posix_fallocate(descriptor, 0, off_t(bytes))
        guard error == 0 else { throw DurableFile.failure("allocate", file.path, error) }
        guard fsync(descriptor) == 0 else { throw DurableFile.failure("sync", file.path) }
    }
}
