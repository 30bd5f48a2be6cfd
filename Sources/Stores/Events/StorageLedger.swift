import Database
import Domain
import Foundation

/// The disk space that deliveries take, summed up before it is written with their rows.
///
/// A key pays for it on the day of receipt, which is what the budget of a day is held against, and deletions refund
/// nothing. What a tenant holds is counted beside it, and shrinks with each deletion; of that, its events by their own
/// day, so that all events of a day can be deleted without a sum over their rows.
struct StorageLedger {
    /// The key of the server's own events.
    static let ownKey = Data(count: 16)

    /// Who pays for a row: the batch that needed it first.
    struct Payer {
        let batch: Int
        let tenant: Int
        /// The day of receipt.
        let day: Int64
        let key: Data
    }

    private struct UsageKey: Hashable {
        let tenant: Int
        let day: Int64
        let key: Data
    }

    private struct DayKey: Hashable {
        let tenant: Int
        let day: Int64
    }

    private var batches: [Int: Int64] = [:]
    private var usage: [UsageKey: Int64] = [:]
    private var held: [Int: Int64] = [:]
    private var days: [DayKey: Int64] = [:]

    mutating func charge(_ bytes: Int, to payer: Payer) {
        guard bytes > 0 else { return }
        batches[payer.batch, default: 0] += Int64(bytes)
        usage[UsageKey(tenant: payer.tenant, day: payer.day, key: payer.key), default: 0] += Int64(bytes)
        held[payer.tenant, default: 0] += Int64(bytes)
    }

    mutating func charge(_ bytes: Int, ofEventAt time: Timestamp, to payer: Payer) {
        charge(bytes, to: payer)
        days[DayKey(tenant: payer.tenant, day: time.day), default: 0] += Int64(bytes)
    }

    /// Subtracts rows that were deleted while others were added.
    mutating func release(_ bytes: Int, of tenant: Int) {
        guard bytes > 0 else { return }
        held[tenant, default: 0] -= Int64(bytes)
    }

    /// The bytes that a batch added, as far as it was the first to need them.
    func bytes(ofBatch number: Int) -> Int64 { batches[number] ?? 0 }

    func store(_ transaction: any WriteTransaction) throws {
        try transaction.add(
            to: "ingest_usage",
            key: ["tenant_id", "day", "key_id"],
            number: "bytes",
            rows: usage.map {
                [.integer(Int64($0.key.tenant)), .integer($0.key.day), .blob($0.key.key), .integer($0.value)]
            }
        )
        try transaction.add(
            to: "event_day_bytes",
            key: ["tenant_id", "day"],
            number: "bytes",
            rows: days.map { [.integer(Int64($0.key.tenant)), .integer($0.key.day), .integer($0.value)] }
        )
        try transaction.add(
            to: "tenant_bytes",
            key: ["tenant_id"],
            number: "bytes",
            rows: held.map { [.integer(Int64($0.key)), .integer($0.value)] }
        )
    }

    /// Subtracts deleted rows from what a tenant holds.
    /// - Parameter bytes: below zero where what was written instead takes more.
    static func release(_ bytes: Int, of tenant: Int, _ transaction: any WriteTransaction) throws {
        guard bytes != 0 else { return }
        try transaction.executeLater("UPDATE tenant_bytes SET bytes = bytes - \(bytes) WHERE tenant_id = \(tenant)")
    }

    /// Subtracts deleted events, by their days.
    static func release(events: [Int64: Int], of tenant: Int, _ transaction: any WriteTransaction) throws {
        try release(events.values.reduce(0, +), of: tenant, transaction)
        for (day, bytes) in events.sorted(by: { $0.key < $1.key }) {
            try transaction.executeLater(
                "UPDATE event_day_bytes SET bytes = bytes - \(bytes) WHERE tenant_id = \(tenant) AND day = \(day)"
            )
        }
    }

    /// Subtracts the events from before a day, which are all deleted.
    /// - Returns: the number of days; 0 when none is left.
    static func releaseEvents(
        before day: Int64,
        of tenant: Int? = nil,
        limit: Int,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let tenants: SQL = tenant.map { "t.number = \($0)" } ?? "TRUE"
        let rows = try transaction.rows(
            """
            SELECT d.tenant_id AS tenant_id, d.day AS day, d.bytes AS bytes FROM event_tenants t CROSS JOIN event_day_bytes d
            WHERE \(sql: tenants) AND d.tenant_id = t.number AND d.day < \(day) ORDER BY t.number, d.day LIMIT \(limit)
            """
        )
        var sums: [Int: Int] = [:]
        for row in rows {
            let (tenant, day): (Int, Int64) = (try row.get("tenant_id"), try row.get("day"))
            sums[tenant, default: 0] += try row.get("bytes", as: Int.self)
            try transaction.executeLater("DELETE FROM event_day_bytes WHERE tenant_id = \(tenant) AND day = \(day)")
        }
        // In the order in which `store` locks the rows, so that neither waits for the other for ever.
        for (tenant, bytes) in sums.sorted(by: { $0.key < $1.key }) { try release(bytes, of: tenant, transaction) }
        return rows.count
    }
}
