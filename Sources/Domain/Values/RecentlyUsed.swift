/// Holds values by key, and drops those not written for the longest time when there are too many.
///
/// It has two generations: when the younger one reaches half of the maximum, it replaces the older one, which is
/// dropped as a whole. So each call costs equally little at any size, and entries that are written again and again
/// stay.
public struct RecentlyUsed<Key: Hashable, Value> {
    private let generation: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// - Parameter maximumCount: at least 2.
    public init(maximumCount: Int) { generation = max(1, maximumCount / 2) }

    public var count: Int { young.count + old.count }

    public subscript(key: Key) -> Value? {
        get { young[key] ?? old[key] }
        set {
            old[key] = nil
            young[key] = newValue
            guard young.count >= generation else { return }
            old = young
            young = [:]
        }
    }

    /// Returns a value like the subscript, and keeps it as if it had been written now.
    public mutating func use(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        self[key] = value
        return value
    }

    public mutating func removeAll() {
        young = [:]
        old = [:]
    }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
