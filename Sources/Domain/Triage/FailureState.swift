import StrictJSON

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

/// Where a failure is said to be resolved. It decides which later events show that it is not.
public enum FailureResolution: Sendable, Hashable {
    /// In every release, as by a change of the server.
    case now
    /// In this release and those after it. Older releases may still fail.
    case inRelease(String)
    /// In the release after this one, the newest when it was resolved; nil when no release was known.
    case afterRelease(String?)

    /// Whether an event in a release that happened after the resolution is a regression.
    ///
    /// A release that is not known, or is no version, cannot be said to be newer than another.
    public func isContradicted(by release: String?) -> Bool {
        switch self {
        case .now: return true
        case .inRelease(let fixed):
            guard let release else { return false }
            guard let version = VersionNumber(release), let fixed = VersionNumber(fixed) else {
                return release.hasSameBytes(as: fixed)
            }
            return version >= fixed
        case .afterRelease(let last):
            guard let version = release.flatMap({ VersionNumber($0) }) else { return false }
            guard let last = last.flatMap({ VersionNumber($0) }) else { return true }
            return version > last
        }
    }
}
