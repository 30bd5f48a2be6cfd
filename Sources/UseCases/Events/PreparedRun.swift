import Domain

/// What a delivery says of runs, ready to be stored: scrubbed, with a corrected clock, and without the name of the
/// installation.
public struct PreparedRun: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case run(AppRun.ID, AppRunOutcome)
        /// Runs that add to those of earlier deliveries.
        case counts([AppRunOutcome: Int])
    }

    public let group: AppRunGroup
    public let startedAt: Timestamp
    /// See `InstallationSketch`.
    public let installation: Int64?
    public let content: Content
}
