/// What a change of a failure's state depends on beside the state.
public struct FailureFacts: Sendable, Hashable {
    /// The newest release of the tenant's app.
    public let newestRelease: String?
    /// The events of the failure on the busiest of the last days.
    public let busiestDay: Int

    public init(newestRelease: String?, busiestDay: Int) {
        self.newestRelease = newestRelease
        self.busiestDay = busiestDay
    }
}
