import Database
import Domain
import Web

/// What serving needs, looked at every two seconds: both databases can be written, and there is room on the disk.
enum Health {
    static let interval = Duration.seconds(2)
    /// Kept free, so that signing out and revoking work when nothing else does.
    static let reservedBytes: UInt64 = 64 << 20

    static func readiness(of installation: Installation) -> Readiness {
        Readiness(checks: [
            Readiness.Check("control") { try await canWrite(installation.storage.control) },
            Readiness.Check("events") { try await canWrite(installation.storage.events) },
            .diskSpace(in: installation.folder.path, minimumBytes: reservedBytes),
        ])
    }

    private static func canWrite(_ database: any Database) async throws -> Bool {
        let now = Surroundings.system.now().milliseconds
        return try await database.write(.installation("write probe")) { transaction in
            try transaction.execute(
                "INSERT INTO probes (name, at) VALUES ('readiness', \(now)) ON CONFLICT (name) DO UPDATE SET at = excluded.at") == 1
        }
    }
}
