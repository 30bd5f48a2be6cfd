import Crypto
import Domain
import Foundation
import StrictJSON

/// The ids of events.
struct EventIdentity {
    static let maximumBytes = 128

    /// Of what the delivery says of all its events: the same record of two devices is two events.
    private let delivery: Data
    /// How often the same record came in this delivery: two equal records are two events.
    private var seen: [Data: Int] = [:]

    init(shared: JSONObject) {
        delivery = Data(SHA256.hash(data: Data(shared.serialized())))
    }

    /// A UUID, 32 hexadecimal digits, or an id made of any other text; nil when the text is too long or empty.
    static func id(_ text: String) -> Event.ID? {
        if let id = Event.ID(text) { return id }
        if text.utf8.count == 32, let bytes = Hexadecimal.decode(text) { return Event.ID(UUID(bytes: bytes)) }
        guard (1...maximumBytes).contains(text.utf8.count) else { return nil }
        return made(of: Data("name:".utf8) + Data(text.utf8))
    }

    /// An id made of the record, its number among equal ones, and what the delivery says of all its events.
    /// - Parameter sentAt: Says which delivery it was when the record itself has no time; nil when it needs none.
    mutating func id(of record: JSONObject, sentAt: Timestamp?) -> Event.ID {
        let content = Data(SHA256.hash(data: Data(record.serialized())))
        let number = seen[content, default: 0]
        seen[content] = number + 1
        let moment = sentAt.map { String($0.milliseconds) } ?? ""
        return Self.made(of: Data("record:\(number):\(moment):".utf8) + delivery + content)
    }

    /// An id like no other, for an event of which nothing says whether it came before.
    static func unique() -> Event.ID { Event.ID(UUID()) }

    /// A version 8 UUID (RFC 9562 §5.8): the first 122 bits of a SHA-256.
    private static func made(of content: Data) -> Event.ID {
        var bytes = Array(SHA256.hash(data: content).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return Event.ID(UUID(bytes: bytes))
    }
}
