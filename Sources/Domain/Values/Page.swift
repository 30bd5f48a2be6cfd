/// One page of a list, and the cursor of the next one.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// The start of the next page in the reading direction; nil at the end.
    public let next: Cursor?
    /// The start of the previous page, seen from this one; nil at the beginning.
    public let previous: Cursor?

    public init(items: [Item], next: Cursor?, previous: Cursor? = nil) {
        self.items = items
        self.next = next
        self.previous = previous
    }

    public func map<Other: Sendable>(_ transform: (Item) -> Other) -> Page<Other> {
        Page<Other>(items: items.map(transform), next: next, previous: previous)
    }
}

/// A place in a sorted list: the sort key and the id of the row beside it. Opaque to clients.
public struct Cursor: Hashable, Sendable {
    public enum Direction: UInt8, Sendable { case forward = 0, backward = 1 }

    public let direction: Direction
    /// The sort key of the row, in the text form that its list chose.
    public let key: String
    public let id: [UInt8]

    public static let maximumTextLength = 1024

    public init(direction: Direction = .forward, key: String, id: [UInt8]) {
        self.direction = direction
        self.key = key
        self.id = id
    }

    /// base64url of direction, id length, id, key.
    public var text: String {
        Base64URL.encode([direction.rawValue, UInt8(clamping: id.count)] + id + Array(key.utf8))
    }

    public init?(text: String) {
        guard text.utf8.count <= Self.maximumTextLength, let bytes = Base64URL.decode(text), bytes.count >= 2,
            let direction = Direction(rawValue: bytes[0]), bytes.count >= 2 + Int(bytes[1]),
            let key = String(validating: bytes[(2 + Int(bytes[1]))...], as: UTF8.self)
        else { return nil }
        self.init(direction: direction, key: key, id: Array(bytes[2..<2 + Int(bytes[1])]))
    }
}

/// The requested part of a list.
public struct PageRequest: Sendable, Hashable {
    public static let limits = 1...200
    public static let defaultLimit = 50

    public let limit: Int
    public let cursor: Cursor?

    public init(limit: Int = PageRequest.defaultLimit, cursor: Cursor? = nil) {
        self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
        self.cursor = cursor
    }
}
