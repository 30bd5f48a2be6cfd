import Database
import Domain
import Operations
import UseCases

/// Checks every two seconds whether the server can serve: sign-ins need a writable control database. With a full disk
/// or without the events database the server is still ready, and reports that it is degraded.
enum Health {
    static let interval = Duration.seconds(2)
    /// Below this limit the disk will be full soon.
    static let reservedBytes: UInt64 = 64 << 20

    static func readiness(of installation: Installation) -> Readiness {
        let (storage, telemetry) = (installation.storage, installation.telemetry)
        return Readiness(checks: [
            Readiness.Check("control") { try await canServe(storage) },
            Readiness.Check("events", isNeeded: storage.isShared) {
                switch telemetry.state {
                case .available: try await canWrite(storage.events)
                // Nothing is written to a full disk; the check `disk` reports it.
                case .diskFull: storage.recoveringEvents?.problem == nil
                case .unavailable: false
                }
            },
            Readiness.Check("disk", isNeeded: false) {
                guard telemetry.state != .diskFull else { return false }
                return try await Readiness.Check.diskSpace(in: installation.folder.path, minimumBytes: reservedBytes)
                    .passes()
            },
        ])
    }

    /// With a full disk the server stays ready while the reserve exists: the first sign-in releases it.
    private static func canServe(_ storage: Storage) async throws -> Bool {
        do { return try await canWrite(storage.control) } catch let error as DatabaseError where error.kind == .diskFull
        {
            guard storage.reserve?.isHeld == true else { throw error }
            return true
        }
    }

    private static func canWrite(_ database: any Database) async throws -> Bool {
        let now = SystemContext.system.now().milliseconds
        return try await database.write(.installation("write probe")) { transaction in
            try transaction.execute(
                "INSERT INTO probes (name, at) VALUES ('readiness', \(now)) ON CONFLICT (name) DO UPDATE SET at = excluded.at"
            ) == 1
        }
    }
}
