import Domain

/// The place of a row in the list of all events of a tenant.
struct EventPlace: Hashable {
    let occurredAt: Int64
    let seq: Int64

    init(occurredAt: Int64, seq: Int64) {
        self.occurredAt = occurredAt
        self.seq = seq
    }

    /// - Throws: `.invalid` for a cursor of another list, and for one with a time that no event has: spans of time that
    ///   begin or end there would overflow.
    init(_ cursor: Cursor) throws {
        self.init(occurredAt: try cursor.number(), seq: try cursor.sequence())
        guard Timestamp.writable.contains(Timestamp(milliseconds: occurredAt)) else { throw Keyset.badCursor }
    }

    func cursor(_ direction: Cursor.Direction) -> Cursor { Cursor(direction: direction, key: key, id: id) }

    var key: String { String(occurredAt) }
    var id: [UInt8] { withUnsafeBytes(of: seq.bigEndian) { Array($0) } }

    /// The place after which a list in a direction begins with this row.
    func before(_ direction: Cursor.Direction) -> EventPlace {
        EventPlace(occurredAt: occurredAt, seq: direction == .forward ? seq &+ 1 : seq &- 1)
    }
}
