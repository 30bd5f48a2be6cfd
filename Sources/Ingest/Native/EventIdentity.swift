import Crypto
import Domain
import Foundation
import StrictJSON

/// The ids of events.
struct EventIdentity {
    static let maximumBytes = 128

    /// How often the same record came in this delivery: two equal records are two events.
    private var seen: [Data: Int] = [:]

    /// A UUID, 32 hexadecimal digits, or an id made of any other text; nil when the text is too long or empty.
    static func id(_ text: String) -> Event.ID? {
        if let id = Event.ID(text) { return id }
        if text.utf8.count == 32, let bytes = Hexadecimal.decode(text) { return Event.ID(UUID(bytes: bytes)) }
        guard (1...maximumBytes).contains(text.utf8.count) else { return nil }
        return made(of: Data("name:".utf8) + Data(text.utf8))
    }

    /// An id made of the record, and of its number among equal ones.
    mutating func id(of record: JSONObject) -> Event.ID {
        let content = Data(JSONValue.object(record).serialized())
        let number = seen[content, default: 0]
        seen[content] = number + 1
        return Self.made(of: Data("record:\(number):".utf8) + content)
    }

    /// A version 8 UUID (RFC 9562 §5.8): the first 122 bits of a SHA-256.
    private static func made(of content: Data) -> Event.ID {
        var bytes = Array(SHA256.hash(data: content).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return Event.ID(UUID(bytes: bytes))
    }
}
