import Database
import Foundation
import Logging
import UseCases

/// Looks once a second whether telemetry can be stored, and says so once for each change: the disk has room, the events database is there.
final class TelemetryMonitor: Sendable {
    static let interval = Duration.seconds(1)

    private let telemetry: TelemetryStorage
    private let storage: Storage
    private let folder: DataFolder
    private let minimumFree: MinimumFreeSpace
    private let logger: Logger

    init(_ installation: Installation, minimumFree: MinimumFreeSpace, logger: Logger) {
        telemetry = installation.telemetry
        storage = installation.storage
        folder = installation.folder
        self.minimumFree = minimumFree
        self.logger = logger
    }

    /// One turn of the timer.
    func turn() async {
        await storage.recoveringEvents?.check()
        storage.reserve?.holdIfRoom()
        let state = look()
        let before = telemetry.set(state)
        guard state != before else { return }
        switch state {
        case .available: logger.notice("Events are stored again")
        case .diskFull:
            logger.error(
                "The disk of the events database is nearly full: deliveries of events are refused until there is room",
                metadata: ["free_bytes": "\(free.map(String.init) ?? "unknown")", "folder": "\(folder.eventsFolder.path)"])
        case .unavailable:
            logger.error(
                "The events database cannot be used: deliveries of events are refused; everything else goes on",
                metadata: ["reason": "\(storage.recoveringEvents?.problem?.detail ?? "unknown")"])
        }
    }

    /// A database server looks after its own disk: after its refusal a delivery is tried again at the next turn.
    private func look() -> TelemetryStorage.State {
        guard let events = storage.recoveringEvents else { return .available }
        if let space = DiskSpace(of: folder.eventsFolder), available(of: space) < minimumFree.bytes(of: space) { return .diskFull }
        return events.problem == nil ? .available : .unavailable
    }

    /// What the control database has let go of is not there for telemetry.
    private func available(of space: DiskSpace) -> Int64 {
        guard let reserve = storage.reserve, !reserve.isHeld, folder.sharesDisk else { return space.free }
        return space.free - reserve.bytes
    }

    private var free: Int64? { DiskSpace(of: folder.eventsFolder)?.free }
}
