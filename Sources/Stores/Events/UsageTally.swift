import Database
import Domain
import Foundation
import UseCases

/// The bytes that deliveries store, summed up by tenant, day and key before they are written with them.
struct UsageTally {
    /// The key of the server's own events, and of deleted ones.
    static let ownKey = Data(count: 16)
    /// The size of a row's numbers, its key in the index, and its share of the pages.
    private static let rowBytes = 120

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

    /// An estimate of the size of those rows that are new.
    static func bytes(of rows: [[SQLValue]], isNew: [Bool]) -> Int {
        zip(rows, isNew).reduce(0) { $1.1 ? $0 + bytes(of: $1.0) : $0 }
    }

    /// An estimate of the size of a row of `events`: ids are in an index too.
    static func bytes(of row: [SQLValue]) -> Int {
        row.reduce(rowBytes) { sum, value in
            switch value {
            case .null, .integer, .real: sum
            case .text(let text): sum + text.utf8.count
            case .blob(let blob): sum + blob.count * 2 + 20
            }
        }
    }
}
