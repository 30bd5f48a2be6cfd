import Crypto
import Database
import Domain
import Foundation

/// Numbers the combinations that runs are counted by.
struct AppRunGroups {
    /// New combinations of one tenant and day; the excess is counted as `AppRunGroup.other`.
    static let perDay = 200

    let tenant: Int
    let receivedAt: Timestamp
    let cost: RowCost
    let transaction: any WriteTransaction
    /// The disk space of new rows.
    private(set) var addedBytes = 0

    init(tenant: Int, receivedAt: Timestamp, cost: RowCost, _ transaction: any WriteTransaction) {
        self.tenant = tenant
        self.receivedAt = receivedAt
        self.cost = cost
        self.transaction = transaction
    }

    mutating func number(of group: AppRunGroup) throws -> Int {
        let fingerprint = Self.fingerprint(group)
        let stored: Int? = try transaction.value(
            "SELECT id FROM app_run_groups WHERE tenant_id = \(tenant) AND fingerprint = \(fingerprint)"
        )
        if let stored { return stored }
        // There is one such group, so it does not count against the limit.
        if group != .other, try isFull() { return try number(of: .other) }
        let highest: Int =
            try transaction.value("SELECT max(id) AS n FROM app_run_groups WHERE tenant_id = \(tenant)") ?? 0
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

    private func isFull() throws -> Bool {
        let start = CountWindow.Span.day.floor(receivedAt.milliseconds)
        let count: Int? = try transaction.value(
            """
            SELECT count(*) AS n FROM (
                SELECT 1 FROM app_run_groups WHERE tenant_id = \(tenant) AND created_at >= \(start) LIMIT \(Self.perDay)) AS today
            """
        )
        return count ?? 0 >= Self.perDay
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
