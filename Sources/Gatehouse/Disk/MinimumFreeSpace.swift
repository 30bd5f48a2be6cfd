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
