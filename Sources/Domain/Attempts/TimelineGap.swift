/// Something that the time line of an attempt should have and does not.
public struct TimelineGap: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        /// The app reports a request, and the server has no record of one.
        case serverNeverSaw = "server_never_saw"
        /// The server answered, and the app, which reported earlier steps, says no more.
        case clientNeverReported = "client_never_reported"
        /// The server was asked, and the app reports nothing at all.
        case clientSilent = "client_silent"
        /// The app began to sign in, and never asked the server.
        case stoppedBeforeRequest = "stopped_before_request"
        /// The server ended a sign-in with Apple without a step at Apple.
        case appleNotAsked = "apple_not_asked"
        /// A long time without an event.
        case pause
        /// Events are not shown, because there are too many.
        case leftOut = "left_out"
    }

    public let kind: Kind
    /// The party whose part is missing; nil for a pause.
    public let lane: TimelineLane?
    public let stage: Stage?
    /// The number of the step that it follows, counted from 0.
    public let after: Int
    /// Of a pause.
    public let span: Duration?
    /// The number of events that are left out.
    public let count: Int?

    init(
        _ kind: Kind,
        after: Int,
        lane: TimelineLane? = nil,
        stage: Stage? = nil,
        span: Duration? = nil,
        count: Int? = nil
    ) {
        self.kind = kind
        self.lane = lane
        self.stage = stage
        self.after = after
        self.span = span
        self.count = count
    }
}
