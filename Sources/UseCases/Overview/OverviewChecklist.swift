/// What a new tenant has done of what sign-in needs. What cannot be read at the moment is not done.
public struct OverviewChecklist: Sendable, Hashable {
    public let hasUser: Bool
    public let isAppleConnected: Bool

    public init(hasUser: Bool, isAppleConnected: Bool) {
        self.hasUser = hasUser
        self.isAppleConnected = isAppleConnected
    }
}
