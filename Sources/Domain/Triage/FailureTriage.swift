/// What a tenant has decided about a failure: its state and who looks after it.
public struct FailureTriage: Sendable, Hashable {
    /// Counts the changes; 0 when there was none. A change names the version that it is based on.
    public let version: Int
    public let state: FailureState
    /// When it came into this state; nil when it was never changed.
    public let since: Timestamp?
    public let assignee: User.ID?

    public init(version: Int, state: FailureState, since: Timestamp?, assignee: User.ID?) {
        self.version = version
        self.state = state
        self.since = since
        self.assignee = assignee
    }

    public static let untouched = FailureTriage(version: 0, state: .open, since: nil, assignee: nil)

    /// Returns the triage after an action of a member; nil when the action changes nothing.
    public func applying(_ action: FailureAction, _ facts: FailureFacts, at now: Timestamp) -> FailureTriage? {
        if case .assign(let assignee) = action {
            guard assignee != self.assignee else { return nil }
            return FailureTriage(version: version + 1, state: state, since: since, assignee: assignee)
        }
        let state = action.state(facts) ?? self.state
        return state == self.state ? nil : changed(to: state, at: now)
    }

    /// Returns the triage after events; nil when they change nothing.
    ///
    /// A resolved failure regresses by an event after the resolution that contradicts it; an archived one opens when it
    /// has the events that it waits for.
    public func applying(_ activity: FailureActivity, at now: Timestamp) -> FailureTriage? {
        switch state {
        case .resolved(let resolution):
            let first = activity.sightings.filter { resolution.isContradicted(by: $0.release) }.min { $0.at < $1.at }
            return first.map { changed(to: .regressed(release: $0.release), at: $0.at) }
        case .archived(.untilCount(let count)):
            return activity.count >= count ? changed(to: .open, at: now) : nil
        case .archived(.untilEscalating(let perDay)):
            return activity.countOfDay >= perDay ? changed(to: .open, at: now) : nil
        case .open, .regressed, .archived(.forEver), .expected:
            return nil
        }
    }

    /// Time does not go back between two changes.
    private func changed(to state: FailureState, at now: Timestamp) -> FailureTriage {
        FailureTriage(version: version + 1, state: state, since: max(now, since ?? now), assignee: assignee)
    }
}

extension FailureAction {
    /// The state that the action leads to; nil for actions that leave it.
    fileprivate func state(_ facts: FailureFacts) -> FailureState? {
        switch self {
        case .reopen: .open
        case .resolve: .resolved(.now)
        case .resolveInRelease(let release): .resolved(.inRelease(release))
        case .resolveInNextRelease: .resolved(.afterRelease(facts.newestRelease))
        case .archive: .archived(.forEver)
        case .archiveUntilCount(let count): .archived(.untilCount(count))
        case .archiveUntilEscalating: .archived(.untilEscalating(busiest: facts.busiestDay))
        case .expect: .expected
        case .assign: nil
        }
    }
}

/// What a change of a failure's state depends on beside the state.
public struct FailureFacts: Sendable, Hashable {
    /// The newest release of the tenant's app.
    public let newestRelease: String?
    /// The events of the failure on the busiest of the last days.
    public let busiestDay: Int

    public init(newestRelease: String?, busiestDay: Int) {
        self.newestRelease = newestRelease
        self.busiestDay = busiestDay
    }
}

/// The events of a failure since it came into its state.
public struct FailureActivity: Sendable, Hashable {
    /// A release in which it happened, and when first.
    public struct Sighting: Sendable, Hashable {
        /// Nil for events without a release.
        public let release: String?
        public let at: Timestamp

        public init(release: String?, at: Timestamp) {
            self.release = release
            self.at = at
        }
    }

    public let sightings: [Sighting]
    public let count: Int
    /// The events of the last 24 hours.
    public let countOfDay: Int

    public init(sightings: [Sighting], count: Int, countOfDay: Int) {
        self.sightings = sightings
        self.count = count
        self.countOfDay = countOfDay
    }
}
