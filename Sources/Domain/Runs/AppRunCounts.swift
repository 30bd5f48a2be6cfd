/// The numbers of runs that started in the same minute, by how they ended. A backend sends these instead of single runs;
/// they add to those that were sent before.
public struct AppRunCounts: Sendable, Hashable {
    /// The minute, by the client's clock.
    public let startedAt: Timestamp
    /// See `AppRun.installation`.
    public let installation: String?
    public let exited: Int
    public let errored: Int
    public let abnormal: Int
    public let unhandled: Int
    public let crashed: Int
    public let release: AppRelease
    public let environment: String?

    public init(
        startedAt: Timestamp,
        installation: String?,
        exited: Int,
        errored: Int,
        abnormal: Int,
        unhandled: Int,
        crashed: Int,
        release: AppRelease,
        environment: String?
    ) {
        self.startedAt = startedAt
        self.installation = installation
        self.exited = exited
        self.errored = errored
        self.abnormal = abnormal
        self.unhandled = unhandled
        self.crashed = crashed
        self.release = release
        self.environment = environment
    }

    /// The number of runs that the client claims.
    public var total: Int { exited + errored + abnormal + unhandled + crashed }
}
