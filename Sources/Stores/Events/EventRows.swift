import Crypto
import Database
import Domain
import Foundation

/// Inserts rows of `events`, each once.
struct EventRows {
    /// A row without the sequence number that completes its key.
    struct NewRow {
        let occurredAt: Timestamp
        let id: Event.ID
        let shape: Int
        /// The number of the failure that the event belongs to.
        let failure: Int?
        let message: Int?
        /// The numbers of `RowColumns.all`.
        let subjects: [Int?]
        let duration: Duration?
        /// The time from the event to its receipt.
        let delay: Duration
        let rest: String?

        /// The number of indexed columns that have a value.
        var references: Int {
            subjects.reduce((failure == nil ? 0 : 1) + (message == nil ? 0 : 1)) { $0 + ($1 == nil ? 0 : 1) }
        }

        func values(tenant: Int, seq: Int64) -> [SQLValue] {
            var values: [SQLValue] = []
            values.reserveCapacity(EventRows.columns.count)
            values.append(.integer(Int64(tenant)))
            values.append(occurredAt.sqlValue)
            values.append(.integer(seq))
            values.append(id.sqlValue)
            values.append(.integer(Int64(shape)))
            values.append(message.map { .integer(Int64($0)) } ?? .null)
            for subject in subjects { values.append(subject.map { .integer(Int64($0)) } ?? .null) }
            values.append(duration.map { .integer($0.wholeMilliseconds) } ?? .null)
            values.append(.integer(delay.wholeMilliseconds))
            values.append(rest.map { .text($0) } ?? .null)
            values.append(failure.map { .integer(Int64($0)) } ?? .null)
            return values
        }
    }

    private static let columns: [StaticString] =
        ["tenant_id", "occurred_at", "seq", "id", "shape_id", "message_id"] + RowColumns.all.map(\.column)
        + ["duration_ms", "delay", "rest", "failure_id"]

    let tenant: Int
    let transaction: any WriteTransaction

    /// - Returns: for each row whether it is new.
    func insert(_ rows: [NewRow]) throws -> [Bool] {
        var isNew = [Bool](repeating: false, count: rows.count)
        var open = Array(rows.indices)
        for place in 0..<EventSequence.maximumTries where !open.isEmpty {
            let inserted = try transaction.insertNew(
                into: "events",
                columns: Self.columns,
                rows: open.map { rows[$0].values(tenant: tenant, seq: EventSequence.number(rows[$0].id, try: place)) }
            )
            for (index, inserted) in zip(open, inserted) where inserted { isNew[index] = true }
            // A row with the same key is the same event, or another one of the same millisecond.
            let conflicts = zip(open, inserted).filter { !$0.1 }.map(\.0)
            open = try others(rows, conflicts, try: place)
        }
        return isNew
    }

    /// Returns the rows whose key another event has.
    private func others(_ rows: [NewRow], _ conflicts: [Int], try place: Int) throws -> [Int] {
        guard !conflicts.isEmpty else { return [] }
        let stored = try transaction.rows(
            of: conflicts.map { index in
                """
                SELECT id FROM events WHERE tenant_id = \(tenant) AND occurred_at = \(rows[index].occurredAt)
                    AND seq = \(EventSequence.number(rows[index].id, try: place))
                """
            }
        )
        return try zip(conflicts, stored).filter { index, stored in
            try stored.first.map { try $0.get("id") != rows[index].id } ?? false
        }.map(\.0)
    }

    /// - Returns: for each event whether it has a row.
    func contain(_ events: [EventKey]) throws -> [Bool] {
        guard !events.isEmpty else { return [] }
        return try transaction.rows(
            of: events.map { event in
                """
                SELECT 1 AS found FROM events WHERE tenant_id = \(tenant) AND occurred_at = \(event.occurredAt)
                    AND seq IN \(list: EventSequence.numbers(event.id)) AND id = \(event.id)
                """
            }
        ).map { !$0.isEmpty }
    }
}

/// The sequence numbers that an event may have within its millisecond, in the order in which they are tried.
///
/// The first is the last three bytes of the id, so that a repeated delivery meets the row of the first one. Where
/// another event of the same millisecond has that number, the next ones are made by a hash, so that a client that
/// chooses its ids cannot make many events collide.
enum EventSequence {
    static let maximumTries = 8

    static func number(_ id: Event.ID, try place: Int) -> Int64 {
        let bytes = id.uuid.bytes
        guard place > 0 else { return bytes.suffix(3).reduce(0) { $0 << 8 | Int64($1) } }
        let hash = SHA256.hash(data: Data([UInt8(truncatingIfNeeded: place)] + bytes))
        // Above the first ones, and within four bytes with a sign.
        return 1 << 24 + hash.prefix(4).reduce(0) { $0 << 8 | Int64($1) } & (1 << 30 - 1)
    }

    static func numbers(_ id: Event.ID) -> [Int64] { (0..<maximumTries).map { number(id, try: $0) } }
}
