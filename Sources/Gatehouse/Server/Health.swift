import Database
import Domain
import UseCases
import Web

/// What serving needs, looked at every two seconds: people can sign in while the control database can be written.
/// Without room on the disk or without the events database the server is ready all the same, and says that it is
/// degraded.
enum Health {
    static let interval = Duration.seconds(2)
    /// With less free the disk will be full soon.
    static let reservedBytes: UInt64 = 64 << 20

    static func readiness(of installation: Installation) -> Readiness {
        let (storage, telemetry) = (installation.storage, installation.telemetry)
        return Readiness(checks: [
            Readiness.Check("control") { try await canServe(storage) },
            Readiness.Check("events", isNeeded: storage.isShared) {
                switch telemetry.state {
                case .available: try await canWrite(storage.events)
                // Nothing is written to a disk that is full; `disk` says so.
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

    /// A full disk is no reason to send nobody here while the reserve is there: the first sign-in takes it.
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
