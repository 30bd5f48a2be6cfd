/// Values by name, of which those that were not written for the longest time are forgotten when there are too many.
///
/// Two generations: when the younger one is half of the maximum, it takes the place of the older one, which goes as a whole.
/// So each call costs the same, however many there are, and what is written again and again stays.
struct RecentlyUsed<Value> {
    private let generation: Int
    private var young: [String: Value] = [:]
    private var old: [String: Value] = [:]

    /// - Parameter maximumCount: at least 2.
    init(maximumCount: Int) {
        generation = max(1, maximumCount / 2)
    }

    var count: Int { young.count + old.count }

    subscript(name: String) -> Value? {
        get { young[name] ?? old[name] }
        set {
            old[name] = nil
            young[name] = newValue
            guard young.count >= generation else { return }
            old = young
            young = [:]
        }
    }
}
