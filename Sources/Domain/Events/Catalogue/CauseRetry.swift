/// Whether the same request can succeed when it is sent again unchanged.
public enum CauseRetry: String, Sendable, CaseIterable, Hashable {
    case yes
    /// After the time that the response names, or with growing pauses.
    case afterDelay = "after-delay"
    /// After the user did something: entered a password, unlocked the phone, started a new attempt.
    case afterUserAction = "after-user-action"
    case no
}
