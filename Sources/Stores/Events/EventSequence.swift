import Crypto
import Domain
import Foundation

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
