/// A value of a dimension, with the number of its events.
public struct QueryDictionaryEntry: Sendable, Hashable {
    public let value: String
    public let count: Int

    public init(value: String, count: Int) {
        self.value = value
        self.count = count
    }
}
