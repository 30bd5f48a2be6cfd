/// What kind of telemetry an item is. Limits and outcomes are counted for each.
public enum ItemCategory: String, Sendable, CaseIterable, Hashable {
    /// An event of an attempt, or an error.
    case event
    case log
    /// An update of a run of the app, which other products call a session.
    case run
    case span
    /// Every other kind: attachments, profiles, replays, unknown ones.
    case other
}
