/// How many sessions of one kind a user may have at once, and what happens to one more.
public struct SessionLimit: Sendable, Hashable {
    public enum Action: String, Sendable, CaseIterable {
        /// Rejects the new sign-in.
        case reject = "refuse"
        /// Ends the least recently used session.
        case endOldest = "end_oldest"
    }

    public static let standard = SessionLimit(maximum: SessionLifetimes.maximumPerUser, action: .endOldest)

    public let maximum: Int
    public let action: Action

    public init(maximum: Int, action: Action) {
        self.maximum = maximum
        self.action = action
    }
}
