import Database
import Domain
import Foundation
import Logging
import UseCases

/// Checks once a second whether telemetry can be stored, and logs each change once: the disk has room, and the events
/// database is available.
final class TelemetryMonitor: Sendable {
    static let interval = Duration.seconds(1)
    /// The free disk space for the WAL of the events database.
    private static let forWAL: Int64 = 64 << 20
    /// The steps of a turn that deletes events: for at most a second together.
    private static let stepsOfTurn = 120

    private let telemetry: TelemetryStorage
    private let storage: Storage
    private let folder: DataFolder
    private let minimumFree: MinimumFreeSpace
    private let maximumBytes: Int64?
    private let logger: Logger

    init(_ installation: Installation, minimumFree: MinimumFreeSpace, maximumBytes: Int64? = nil, logger: Logger) {
        telemetry = installation.telemetry
        storage = installation.storage
        folder = installation.folder
        self.minimumFree = minimumFree
        self.maximumBytes = maximumBytes
        self.logger = logger
    }

    /// Runs one turn of the timer.
    func turn() async {
        await storage.recoveringEvents?.check()
        storage.reserve?.holdIfRoom()
        let state = await measure()
        let before = telemetry.set(state)
        // The error of a database server is logged already, and the server is tried again each second.
        guard state != before, !storage.isShared else { return }
        switch state {
        case .available: logger.notice("Events are stored again")
        case .diskFull:
            logger.error(
                "The disk of the events database is nearly full: deliveries of events are rejected until there is room",
                metadata: [
                    "free_bytes": "\(free.map(String.init) ?? "unknown")", "folder": "\(folder.eventsFolder.path)",
                ]
            )
        case .unavailable:
            logger.error(
                "The events database cannot be used: deliveries of events are rejected; everything else goes on",
                metadata: ["reason": "\(storage.recoveringEvents?.problem?.detail ?? "unknown")"]
            )
        }
    }

    /// Returns the state. A database server manages its own disk: after it fails, storing is tried again at the next
    /// turn.
    private func measure() async -> TelemetryStorage.State {
        guard let events = storage.recoveringEvents else { return .available }
        if let space = DiskSpace(of: folder.eventsFolder) {
            let (available, minimum) = (available(of: space), minimumFree.bytes(of: space))
            if available < minimum {
                // Free pages within the file count too, as long as the WAL has some space.
                let inFile = (try? await events.fileBytes().free) ?? 0
                if available < min(minimum, Self.forWAL) || available + inFile < minimum { return .diskFull }
            }
        }
        return events.problem == nil ? .available : .unavailable
    }

    /// Limits the size of the events: deletes what the tenant that holds most has, and rejects its deliveries when
    /// nothing of it is left to delete, or when they come faster. Runs as one turn of a slower timer.
    func shrink(_ limit: EventSizeLimit) async throws {
        guard let events = storage.recoveringEvents, events.problem == nil,
            let maximum = maximumBytes ?? DiskSpace(of: folder.eventsFolder).map({ $0.total / 5 * 4 })
        else { return }
        var used = try await events.fileBytes().used
        if used > maximum {
            // Deletes a little more than needed, so that the next delivery does not exceed the limit again.
            let outcome = try await limit.turn(steps: Self.stepsOfTurn) {
                used = try await events.fileBytes().used
                return used > maximum / 20 * 19
            }
            log(outcome, maximum)
            switch outcome {
            case .exhausted(let tenant, _) where used > maximum: reject(tenant, maximum)
            case .unfinished(let tenant, _) where used > maximum / 50 * 51: reject(tenant, maximum)
            default: break
            }
        }
        if used <= maximum { reject(nil, maximum) }
    }

    private func log(_ outcome: EventSizeLimit.Outcome, _ maximum: Int64) {
        let rows =
            switch outcome {
            case .fits(let rows), .exhausted(_, let rows), .unfinished(_, let rows): rows
            }
        guard rows > 0 else { return }
        logger.notice(
            "The events took more space than they may: rows of the largest tenant were deleted or folded",
            metadata: ["rows": "\(rows)", "maximum_bytes": "\(maximum)"]
        )
    }

    private func reject(_ tenant: Tenant.ID?, _ maximum: Int64) {
        let before = telemetry.reject(tenant)
        guard before != tenant else { return }
        guard let tenant else {
            logger.notice("Events of all tenants are stored again")
            return
        }
        logger.error(
            "The events take more space than they may: deliveries of the largest tenant are rejected until they fit",
            metadata: ["tenant": "\(tenant)", "maximum_bytes": "\(maximum)"]
        )
    }

    /// Space that the control database released is not available to telemetry.
    private func available(of space: DiskSpace) -> Int64 {
        guard let reserve = storage.reserve, !reserve.isHeld, folder.sharesDisk else { return space.free }
        return space.free - reserve.bytes
    }

    private var free: Int64? { DiskSpace(of: folder.eventsFolder)?.free }
}
