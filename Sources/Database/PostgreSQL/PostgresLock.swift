#if PostgreSQL
import Foundation

/// The locks of transactions beside row locks: advisory locks (PostgreSQL manual §13.3.5), named by two numbers.
enum PostgresLock {
    case tenant(UUID)
    case reason(String)
    case job(String)

    /// The lock is held to the end of the transaction.
    func statement(_ order: WriteOrder) -> PostgresLink.Statement {
        let function = order == .serial ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        return PostgresLink.Statement(
            text: "SELECT \(function)($1, $2)",
            values: [.integer(Int64(space)), .integer(Int64(number))]
        )
    }

    /// Both numbers as one; PostgreSQL treats it as another lock than the two.
    var number64: Int64 { Int64(space) << 32 | Int64(UInt32(bitPattern: number)) }

    private var space: Int32 {
        switch self {
        case .tenant: 0x6774_656E  // "gten"
        case .reason: 0x6772_6561  // "grea"
        case .job: 0x676A_6F62  // "gjob"
        }
    }

    /// Two locks with equal numbers only wait for each other without need.
    private var number: Int32 {
        switch self {
        case .tenant(let id): Int32(bitPattern: Self.fold(withUnsafeBytes(of: id.uuid) { Array($0) }))
        case .reason(let text), .job(let text): Int32(bitPattern: Self.fold(Array(text.utf8)))
        }
    }

    /// FNV-1a, 32 bits (RFC 9923): equal on every node, and never to be changed.
    static func fold(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
#endif
