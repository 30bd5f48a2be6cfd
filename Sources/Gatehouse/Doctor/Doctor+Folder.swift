import Foundation
import Logging

extension Doctor {
    /// Less free space than this is a warning.
    private static let littleSpace: Int64 = 1 << 30
    /// Less free space than this is an error.
    private static let noSpace: Int64 = 64 << 20

    func checkFolder() -> [Finding] {
        [checkPermissions(), checkRootKey(), checkSpace()] + checkEventsFolder()
    }

    /// Checks the events folder, when it is not the data folder.
    private func checkEventsFolder() -> [Finding] {
        guard let own = folder.ownEventsFolder else { return [] }
        guard let space = DiskSpace(of: own) else {
            return [
                Finding(
                    "events_folder",
                    .broken,
                    "\(own.path) cannot be read: is its volume mounted? Sign-in works without it."
                )
            ]
        }
        return [Finding("events_folder", .good, "\(space.free >> 20) MiB are free on the disk of the events database.")]
    }

    /// A missing reserve file shows that the disk was full.
    func checkReserve() -> Finding {
        let reserve = DiskReserve(
            file: folder.reserve,
            logger: Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() }
        )
        guard reserve.isHeld else {
            return Finding(
                "disk_reserve",
                .warning,
                """
                The \(reserve.bytes >> 20) MiB that are reserved for the control database are missing: the disk is or \
                was full. A running server reserves them again when there is free space.
                """
            )
        }
        return Finding("disk_reserve", .good, "\(reserve.bytes >> 20) MiB are reserved for the control database.")
    }

    private func checkPermissions() -> Finding {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.uint16Value else {
            return Finding("data_folder", .broken, "\(folder.path) cannot be read.")
        }
        guard mode & 0o077 == 0 else {
            return Finding(
                "data_folder",
                .broken,
                "Other users can access \(folder.path). Run: chmod 700 \(folder.path)"
            )
        }
        return Finding("data_folder", .good, "Only its owner can access \(folder.path).")
    }

    private func checkRootKey() -> Finding {
        if let problem = RootKeyFile(url: folder.rootKey).problem() {
            return Finding("root_key", .broken, problem.sentence)
        }
        return Finding("root_key", .good, "Only its owner can access the root key.")
    }

    private func checkSpace() -> Finding {
        guard let free = folder.freeBytes else {
            return Finding("disk_space", .warning, "The free space of the disk is unknown.")
        }
        let amount = "\(free >> 20) MiB are free on the disk of the data folder"
        if free < Self.noSpace { return Finding("disk_space", .broken, "\(amount): free up space now.") }
        if free < Self.littleSpace { return Finding("disk_space", .warning, "\(amount): free up space soon.") }
        return Finding("disk_space", .good, "\(amount).")
    }
}
