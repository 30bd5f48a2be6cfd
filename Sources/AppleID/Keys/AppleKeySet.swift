import StrictJSON

/// The keys that Apple publishes at one moment, by key id.
struct AppleKeySet: Sendable {
    static let maximumKeys = 64

    private let keys: [String: AppleKey]

    /// - Returns: nil when the response is not a key set, has more than 64 keys, or has no usable key. Single unusable
    ///   keys are left out, and so are keys with a duplicate id.
    init?(_ answer: AppleAnswer) async {
        guard answer.status == 200, let list = answer.object?["keys"]?.arrayValue, list.count <= Self.maximumKeys else {
            return nil
        }
        var keys: [String: AppleKey] = [:]
        var twice: Set<String> = []
        for element in list {
            guard let key = await AppleKey(element) else { continue }
            if keys.updateValue(key, forKey: key.id) != nil { twice.insert(key.id) }
        }
        for id in twice { keys[id] = nil }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    subscript(id: String) -> AppleKey? { keys[id] }
    var count: Int { keys.count }
}
