import Foundation

/// The size and the free space of a file system when it was read, in bytes.
struct DiskSpace: Sendable, Hashable {
    /// The bytes available to this process; less than the free bytes where some are reserved for root.
    let free: Int64
    let total: Int64

    init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// Nil when the file system cannot be queried.
    init?(of folder: URL) {
        var figures = statvfs()
        guard statvfs(folder.path, &figures) == 0 else { return nil }
        let block = UInt64(figures.f_frsize)
        free = Int64(clamping: UInt64(figures.f_bavail) * block)
        total = Int64(clamping: UInt64(figures.f_blocks) * block)
    }
}

/// The space of a disk that telemetry leaves free.
enum MinimumFreeSpace: Sendable, Hashable {
    /// 512 MiB or a twentieth of the disk, whichever is larger.
    case standard
    case bytes(Int64)

    func bytes(of space: DiskSpace) -> Int64 {
        switch self {
        case .standard: max(512 << 20, space.total / 20)
        case .bytes(let bytes): bytes
        }
    }
}
