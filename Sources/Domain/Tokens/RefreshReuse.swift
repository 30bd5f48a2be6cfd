/// Classifies the second use of a refresh token, whether the response was repeated or the session ended for it. It is
/// shown to the administrator.
public enum RefreshReuse: String, Sendable, CaseIterable {
    /// Two parts of one app refreshed concurrently.
    case race
    /// The device of the previous token presented it again: it never got, or never stored, the new one.
    case lostAnswer = "lost_answer"
    /// Another device, or another address, presented it.
    case theft
}
