import Crypto
import Database
import Domain
import Foundation

/// The events of a tenant that were counted without a row: when one is delivered again, it is not counted again.
struct CountedEvents {
    private static let keysAtOnce = 200

    let tenant: Int
    let transaction: any WriteTransaction

    /// - Returns: for each event whether it was counted without a row.
    func contain(_ events: [EventKey]) throws -> [Bool] {
        let times = events.map(\.occurredAt)
        guard let first = times.min(), let last = times.max(), try hasAny(from: first, through: last) else {
            return events.map { _ in false }
        }
        let wanted = events.map(Self.bytes(of:))
        var counted: Set<Data> = []
        for part in wanted.parts(of: Self.keysAtOnce) {
            let found = try transaction.rows(
                """
                SELECT event_key FROM counted_events
                WHERE tenant_id = \(tenant) AND event_key IN \(paddedList: Array(part))
                """
            )
            counted.formUnion(try found.map { try $0.get("event_key", as: Data.self) })
        }
        return wanted.map(counted.contains)
    }

    /// In the time of most deliveries every event has a row.
    private func hasAny(from first: Timestamp, through last: Timestamp) throws -> Bool {
        let search: SQL = """
            SELECT 1 AS found FROM counted_events WHERE tenant_id = \(tenant) AND event_key >= \(Self.bytes(of: first))
                AND event_key <= \(Self.bytes(of: last) + Data(repeating: 0xFF, count: 6)) LIMIT 1
            """
        return try transaction.row(search.keepingPlan()) != nil
    }

    /// Adds events that are to be counted.
    /// - Returns: for each event whether it is new: without a row, and not counted before.
    func insert(_ events: [EventKey]) throws -> [Bool] {
        let stored = try EventRows(tenant: tenant, transaction: transaction).contain(events)
        let others = zip(events, stored).filter { !$0.1 }.map(\.0)
        var added = try transaction.insertNew(
            into: "counted_events",
            columns: ["tenant_id", "event_key"],
            rows: others.map { [.integer(Int64(tenant)), .blob(Self.bytes(of: $0))] }
        )[...]
        return stored.map { !$0 && added.removeFirst() }
    }

    /// The time, and six bytes of a hash, which tell apart the events of a millisecond.
    private static func bytes(of event: EventKey) -> Data {
        bytes(of: event.occurredAt) + SHA256.hash(data: event.id.uuid.bytes).prefix(6)
    }

    /// The first six bytes of a key: the time in milliseconds, so that the rows of a time are found, and deleted, together.
    static func bytes(of time: Timestamp) -> Data {
        let milliseconds = min(UInt64(clamping: time.milliseconds), 1 << 48 - 1)
        return Data((0..<6).reversed().map { UInt8(truncatingIfNeeded: milliseconds >> ($0 * 8)) })
    }
}
