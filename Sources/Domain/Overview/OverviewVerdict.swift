/// What an overview says first. `init(_:)` decides it.
public enum OverviewVerdict: Sendable, Hashable {
    /// The counts cannot be read.
    case unknown
    /// No app has sent an event yet.
    case justStarted
    /// So many events of the last minutes say that Apple did not respond.
    case appleDown(Int)
    case failing(Failing)
    /// There are far fewer sign-ins than usual: an outage before the app can report it looks like this.
    case tooQuiet(Quiet)
    /// The app's events stopped, and the server still signs users in.
    case noData(NoData)
    /// A failure that was first seen, or came back, in this time, while the rates are as before.
    case new(OverviewFailure)
    case normal(Normal)

    /// A step that fails.
    public struct Failing: Sendable, Hashable {
        public let period: OverviewPeriod
        public let step: StepOutcomes
        /// A week before; nil when there are too few results to compare with.
        public let former: SuccessRate?
        /// The failure of this step with most users.
        public let failure: OverviewFailure?
        /// Whether the step works again in the last hour.
        public let isOver: Bool
    }

    /// The sign-ins of a time, and those of a week before.
    public struct Quiet: Sendable, Hashable {
        public let period: OverviewPeriod
        public let signIns: Int
        public let former: Int
    }

    /// Why there are no events of the app.
    public struct NoData: Sendable, Hashable {
        public enum Reason: Sendable, Hashable {
            /// None arrived.
            case silent
            /// All of this number were over a limit or not valid.
            case rejected(Int)
        }

        public let period: OverviewPeriod
        public let reason: Reason
        /// The tries of the token exchange that the server reports.
        public let signIns: Int
    }

    /// Nothing stands out.
    public struct Normal: Sendable, Hashable {
        public enum Sample: Sendable, Hashable {
            /// There is no sign-in.
            case none
            /// There are too few to say more.
            case few
            /// There are too few a week before, or they cannot be read.
            case notCompared
            case compared
        }

        public let period: OverviewPeriod
        public let sample: Sample
        public let signIns: Int
        public let rate: SuccessRate
    }
}
