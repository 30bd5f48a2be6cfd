/// The state in which a tenant keeps a failure.
public enum FailureState: Sendable, Hashable {
    case open
    case resolved(FailureResolution)
    /// It came back after it was resolved, in this release; nil when the event named none.
    case regressed(release: String?)
    case archived(FailureArchiving)
    /// Known, and not a problem.
    case expected

    public enum Name: String, Sendable, CaseIterable, Hashable {
        case open, resolved, regressed, archived, expected

        /// The states that ask for attention.
        public static let unsettled: [Name] = [.open, .regressed]
    }

    public var name: Name {
        switch self {
        case .open: .open
        case .resolved: .resolved
        case .regressed: .regressed
        case .archived: .archived
        case .expected: .expected
        }
    }

    /// Whether an event can end the state.
    public var endsByEvents: Bool {
        switch self {
        case .resolved, .archived(.untilCount), .archived(.untilEscalating): true
        case .open, .regressed, .archived(.forEver), .expected: false
        }
    }
}
