/// How soon someone must look at a verdict, the least first.
public enum OverviewUrgency: Int, Sendable, Hashable, Comparable {
    /// No app uses it yet.
    case unused
    case normal
    /// It cannot be read at the moment.
    case unknown
    /// Worth a look: users still sign in.
    case notice
    /// Sign-in does not work for some users now, or there is hardly any.
    case outage

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension OverviewVerdict {
    public var urgency: OverviewUrgency {
        switch self {
        case .unknown: .unknown
        case .justStarted: .unused
        case .appleDown, .tooQuiet: .outage
        case .failing(let failing): failing.isOver ? .notice : .outage
        case .noData, .new: .notice
        case .normal: .normal
        }
    }
}
