/// Names a text of the catalogue: `sessions.title`.
public struct TextKey: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    public init(_ name: String) { description = name }

    public init(stringLiteral name: String) { self.init(name) }
}
