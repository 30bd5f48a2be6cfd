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
