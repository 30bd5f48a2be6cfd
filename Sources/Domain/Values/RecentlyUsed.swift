/// Values by key, of which those that were not written for the longest time are forgotten when there are too many.
///
/// Two generations: when the younger one is half of the maximum, it takes the place of the older one, which goes as a
/// whole. So each call costs the same, however many there are, and what is written again and again stays.
public struct RecentlyUsed<Key: Hashable, Value> {
    private let generation: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// - Parameter maximumCount: at least 2.
    public init(maximumCount: Int) {
        generation = max(1, maximumCount / 2)
    }

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

    public mutating func removeAll() {
        young = [:]
        old = [:]
    }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
