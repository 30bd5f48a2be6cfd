import Database
import Domain
import StrictJSON

/// A release, by the version that events and runs name.
enum ReleaseRow {
    /// Notes that a version was received; the first time counts.
    /// - Returns: whether the version is new.
    static func note(
        _ version: String,
        of tenant: Int,
        at moment: Timestamp,
        _ transaction: any WriteTransaction
    ) throws -> Bool {
        guard !version.hasSameBytes(as: Shape.other) else { return false }
        return try transaction.execute(
            """
            INSERT INTO releases (tenant_id, version, first_seen_at) VALUES (\(tenant), \(version), \(moment))
            ON CONFLICT (tenant_id, version) DO NOTHING
            """
        ) == 1
    }
}
