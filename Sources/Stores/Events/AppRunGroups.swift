import Crypto
import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Numbers the combinations that runs are counted by.
struct AppRunGroups {
    /// New combinations of one tenant and day; the excess is counted as `AppRunGroup.other`.
    static let perDay = 200

    let tenant: Int
    let receivedAt: Timestamp
    let networks: ClientNetworks?
    let dictionary: EventDictionary
    let transaction: any WriteTransaction
    /// What the transaction has added by now.
    private(set) var growth: GrowthShares.Additions
    /// The disk space of new rows.
    private(set) var addedBytes = 0

    private var cost: RowCost { dictionary.cost }

    /// - Parameter installation: see `PreparedRun`.
    mutating func number(of group: AppRunGroup, for installation: Int64?) throws -> Int {
        let fingerprint = Self.fingerprint(group)
        let known = try transaction.row(
            "SELECT id, retired_at FROM app_run_groups WHERE tenant_id = \(tenant) AND fingerprint = \(fingerprint)"
        )
        if let known, try DictionaryTable.runGroups.keep(known, of: tenant, transaction) {
            return try known.get("id")
        }
        // There is one such group, so it does not count against the limit.
        if group != .other, try !isAdmitted(group, for: installation) { return try number(of: .other, for: nil) }
        let given: Int =
            try transaction.value("SELECT highest_run_group FROM event_tenants WHERE number = \(tenant)") ?? 0
        // A node of an earlier version numbers by the rows alone.
        let stored: Int? = try transaction.value(
            "SELECT id FROM app_run_groups WHERE tenant_id = \(tenant) ORDER BY id DESC LIMIT 1"
        )
        let highest = max(given, stored ?? 0)
        try transaction.execute("UPDATE event_tenants SET highest_run_group = \(highest + 1) WHERE number = \(tenant)")
        try transaction.execute(
            """
            INSERT INTO app_run_groups (tenant_id, id, fingerprint, version, build, package, environment, created_at)
            VALUES (
                \(tenant), \(highest + 1), \(fingerprint), \(group.version), \(group.build), \(group.package),
                \(group.environment), \(receivedAt))
            """
        )
        let texts = group.values.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        addedBytes += cost.bytes(ofRunGroup: texts, version: group.version.utf8.count)
        if try ReleaseRow.note(group.version, of: tenant, at: receivedAt, transaction) {
            addedBytes += cost.bytes(ofRelease: group.version.utf8.count)
        }
        return highest + 1
    }

    private mutating func isAdmitted(_ group: AppRunGroup, for installation: Int64?) throws -> Bool {
        let start = CountWindow.Span.day.floor(receivedAt.milliseconds)
        let end = start + Duration.days(1).wholeMilliseconds
        let count: Int? = try transaction.value(
            """
            SELECT count(*) AS n FROM (
                SELECT 1 FROM app_run_groups
                WHERE tenant_id = \(tenant) AND created_at >= \(start) AND created_at < \(end)
                    AND fingerprint <> \(Self.fingerprint(.other))
                LIMIT \(Self.perDay)) AS today
            """
        )
        return dictionary.growth.admit(
            .runGroup,
            .version(ByteText(group.version)),
            from: EventDictionary.EventSource(
                tenant: tenant,
                receivedAt: receivedAt,
                networks: networks,
                installation: installation.map { ByteText("\($0)") }
            ),
            within: GrowthShares.Limit(granted: Self.perDay, left: Self.perDay - (count ?? 0)),
            &growth
        )
    }

    private static func fingerprint(_ group: AppRunGroup) -> Data {
        var hash = SHA256()
        for value in group.values {
            hash.update(data: Data([value == nil ? 0 : 1]))
            hash.update(data: Data((value ?? "").utf8))
            hash.update(data: Data([0xFF]))
        }
        return Data(hash.finalize().prefix(16))
    }
}

/// A release, by the version that events and runs name.
enum ReleaseRow {
    /// Notes that a version was received; the first time counts.
    /// - Returns: whether the version is new.
    static func note(
        _ version: String,
        of tenant: Int,
        at receivedAt: Timestamp,
        _ transaction: any WriteTransaction
    ) throws -> Bool {
        guard !version.hasSameBytes(as: Shape.other) else { return false }
        return try transaction.execute(
            """
            INSERT INTO releases (tenant_id, version, first_seen_at) VALUES (\(tenant), \(version), \(receivedAt))
            ON CONFLICT (tenant_id, version) DO NOTHING
            """
        ) == 1
    }
}
