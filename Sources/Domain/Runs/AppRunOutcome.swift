/// How a run of an app ended, as far as its updates say; from good to bad.
///
/// A run is counted by the worst of its updates, so it does not matter in which order they arrive, and how often.
public enum AppRunOutcome: String, Sendable, CaseIterable, Hashable, Comparable {
    /// No update says that it ended.
    case running
    case exited
    /// It went on after errors.
    case errored, unhandled
    /// The system ended the app.
    case abnormal
    case crashed

    public init(_ run: AppRun) {
        let ofStatus: AppRunOutcome =
            switch run.status {
            case .ok, .other: .running
            case .exited: .exited
            case .crashed: .crashed
            case .abnormal: .abnormal
            case .unhandled: .unhandled
            case .errored: .errored
            }
        self = run.errors > 0 ? max(ofStatus, .errored) : ofStatus
    }

    public static func < (left: AppRunOutcome, right: AppRunOutcome) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .running: 0
        case .exited: 1
        case .errored: 2
        case .unhandled: 3
        case .abnormal: 4
        case .crashed: 5
        }
    }
}
