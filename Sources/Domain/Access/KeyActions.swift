/// The actions on an API key that a console page offers to a principal.
public struct KeyActions: Sendable, Hashable {
    public let canRevoke: Bool

    public init(on key: APIKey, for access: Access) {
        canRevoke = key.revokedAt == nil && access.allows(.manageKeys)
    }
}

extension Access {
    /// The kinds of API keys that the principal may create.
    public var creatableKeyKinds: [APIKey.Kind] {
        guard allows(.manageKeys) else { return [] }
        return APIKey.Kind.allCases.filter { (try? principal.mayMakeKey($0)) != nil }
    }
}
