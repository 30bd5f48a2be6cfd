import Crypto
import Domain
import Foundation

/// Assigns the ids of events.
///
/// A derived id is a plain hash, which anyone can compute from a guessed content. It is keyed for its tenant before it is
/// stored or answered: see `DecodedEvent.hasDerivedID`.
struct EventIdentity {
    static let maximumBytes = 128

    /// A hash of the fields that all events of the delivery share: equal records of two devices are two events.
    private let delivery: Data
    /// How often each record occurred in this delivery: two equal records are two events.
    private var seen: [Data: Int] = [:]

    init(shared: [UInt8]) { delivery = Data(SHA256.hash(data: Data(shared))) }

    /// Reads a UUID or 32 hexadecimal digits, or derives an id from another text; nil when the text is too long or
    /// empty.
    static func id(_ text: String) -> EventIdentifier? {
        if let id = Event.ID(text) { return EventIdentifier(id, isDerived: false) }
        if text.utf8.count == 32, let bytes = Hexadecimal.decode(text) {
            return EventIdentifier(Event.ID(UUID(bytes: bytes)), isDerived: false)
        }
        guard (1...maximumBytes).contains(text.utf8.count) else { return nil }
        return derived(of: Data("name:".utf8) + Data(text.utf8))
    }

    /// Derives an id from the bytes of a record, its number among equal records, and the shared fields of the delivery.
    /// - Parameter sentAt: distinguishes deliveries when the record has no time; nil when the record has one.
    mutating func id(of record: [UInt8], sentAt: Timestamp?) -> EventIdentifier {
        let content = Data(SHA256.hash(data: Data(record)))
        let number = seen[content, default: 0]
        seen[content] = number + 1
        let time = sentAt.map { String($0.milliseconds) } ?? ""
        return Self.derived(of: Data("record:\(number):\(time):".utf8) + delivery + content)
    }

    /// Creates a unique id, for an event that cannot be recognised when it is delivered again.
    static func unique() -> EventIdentifier { EventIdentifier(Event.ID(UUID()), isDerived: false) }

    /// Creates a version 8 UUID (RFC 9562 §5.8) from the first 122 bits of a SHA-256.
    private static func derived(of content: Data) -> EventIdentifier {
        var bytes = Array(SHA256.hash(data: content).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return EventIdentifier(Event.ID(UUID(bytes: bytes)), isDerived: true)
    }
}

/// The id of an event, and whether it is a hash of something that the client sent.
struct EventIdentifier: Hashable {
    let id: Event.ID
    let isDerived: Bool

    init(_ id: Event.ID, isDerived: Bool) {
        self.id = id
        self.isDerived = isDerived
    }
}
