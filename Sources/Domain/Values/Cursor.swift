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
