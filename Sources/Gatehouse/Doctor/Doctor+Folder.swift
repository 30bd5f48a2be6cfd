import Foundation
import Logging

extension Doctor {
    /// Below this the disk will be full soon.
    private static let littleSpace: Int64 = 1 << 30
    /// Below this nothing can be promised.
    private static let noSpace: Int64 = 64 << 20

    func lookAtFolder() -> [Finding] {
        [lookAtPermissions(), lookAtRootKey(), lookAtSpace()] + lookAtEventsFolder()
    }

    /// Where telemetry has a folder of its own.
    private func lookAtEventsFolder() -> [Finding] {
        guard let own = folder.ownEventsFolder else { return [] }
        guard let space = DiskSpace(of: own) else {
            return [
                Finding(
                    "events_folder",
                    .broken,
                    "\(own.path) cannot be looked at: is its volume there? Signing in works without it."
                )
            ]
        }
        return [Finding("events_folder", .good, "\(space.free >> 20) MiB are free on the disk of the events database.")]
    }

    /// A reserve that was let go shows that the disk was full.
    func lookAtReserve() -> Finding {
        let reserve = DiskReserve(
            file: folder.reserve,
            logger: Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() }
        )
        guard reserve.isHeld else {
            return Finding(
                "disk_reserve",
                .warning,
                """
                The \(reserve.bytes >> 20) MiB that are kept for the control database are not there: the disk is or was full. A running \
                server takes them again when there is room.
                """
            )
        }
        return Finding("disk_reserve", .good, "\(reserve.bytes >> 20) MiB are kept for the control database.")
    }

    private func lookAtPermissions() -> Finding {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.uint16Value else {
            return Finding("data_folder", .broken, "\(folder.path) cannot be looked at.")
        }
        guard mode & 0o077 == 0 else {
            return Finding(
                "data_folder",
                .broken,
                "\(folder.path) is open to other users. Run: chmod 700 \(folder.path)"
            )
        }
        return Finding("data_folder", .good, "\(folder.path) is its owner's alone.")
    }

    private func lookAtRootKey() -> Finding {
        if let problem = RootKeyFile(url: folder.rootKey).problem() {
            return Finding("root_key", .broken, problem.sentence)
        }
        return Finding("root_key", .good, "The root key is its owner's alone.")
    }

    private func lookAtSpace() -> Finding {
        guard let free = folder.freeBytes else {
            return Finding("disk_space", .warning, "The free space of the disk is not known.")
        }
        let amount = "\(free >> 20) MiB are free on the disk of the data folder"
        if free < Self.noSpace { return Finding("disk_space", .broken, "\(amount): make room now.") }
        if free < Self.littleSpace { return Finding("disk_space", .warning, "\(amount): make room soon.") }
        return Finding("disk_space", .good, "\(amount).")
    }
}
