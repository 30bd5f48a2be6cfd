import Database
import Domain
import Foundation
import UseCases

/// The bytes that deliveries store, summed up by tenant, day and key before they are written with them.
struct UsageTally {
    /// The key of the server's own events, and of deleted ones.
    static let ownKey = Data(count: 16)
    /// The size of a row without its rest, its entries in the indexes, and its share of the pages.
    private static let rowBytes = 130
    /// An estimate of the size of a run with its installation.
    static let runBytes = 120

    private struct Key: Hashable {
        let tenant: Int
        let day: Int64
        let key: Data
    }

    private var sums: [Key: Int64] = [:]

    /// - Parameter bytes: the bytes that the batch stored, also elsewhere, such as texts of messages.
    mutating func add(_ bytes: Int, of batch: EventBatch, tenant: Int) {
        guard bytes > 0 else { return }
        let key = Key(
            tenant: tenant,
            day: batch.receivedAt.day,
            key: batch.key.map { Data($0.uuid.bytes) } ?? Self.ownKey
        )
        sums[key, default: 0] += Int64(bytes)
    }

    func store(_ transaction: any WriteTransaction) throws {
        try transaction.add(
            to: "ingest_usage",
            key: ["tenant_id", "day", "key_id"],
            number: "bytes",
            rows: sums.map {
                [.integer(Int64($0.key.tenant)), .integer($0.key.day), .blob($0.key.key), .integer($0.value)]
            }
        )
    }

    /// Subtracts the bytes of deleted rows, by day, from the size of their tenant on the days that are still counted.
    static func release(_ bytes: [Int64: Int64], of tenant: Int, _ transaction: any WriteTransaction) throws {
        let counted: [Int64] = try transaction.rows(
            "SELECT DISTINCT day FROM ingest_usage WHERE tenant_id = \(tenant) AND day IN \(list: bytes.keys.sorted())"
        ).map { try $0.get("day") }
        try transaction.add(
            to: "ingest_usage",
            key: ["tenant_id", "day", "key_id"],
            number: "bytes",
            rows: counted.map { day in
                [.integer(Int64(tenant)), .integer(day), .blob(ownKey), .integer(-(bytes[day] ?? 0))]
            }
        )
    }

    /// An estimate of the size of a subject's row, with its entry in the index.
    static func bytes(ofSubject value: Data) -> Int { 2 * value.count + 40 }

    /// An estimate of the size of a message's row, with its entry in the index.
    /// - Parameter count: the size of its texts.
    static func bytes(ofMessage count: Int) -> Int { count + 80 }

    /// An estimate of the size of an event's row with its entries in the indexes; subjects are counted where they are
    /// new.
    static func bytes(ofRest rest: String?) -> Int { rowBytes + (rest?.utf8.count ?? 0) }
}
