/// What a member does with a failure.
public enum FailureAction: Sendable, Hashable {
    case reopen
    case resolve
    case resolveInRelease(String)
    case resolveInNextRelease
    case archive
    case archiveUntilCount(Int)
    case archiveUntilEscalating
    case expect
    /// Nil assigns it to no one.
    case assign(User.ID?)

    public enum Name: String, Sendable, CaseIterable, Hashable {
        case reopen, resolve
        case resolveInRelease = "resolve_in_release"
        case resolveInNextRelease = "resolve_in_next_release"
        case archive
        case archiveUntilCount = "archive_until_count"
        case archiveUntilEscalating = "archive_until_escalating"
        case expect, assign
    }

    /// - Throws: `.invalid` when the action lacks what it needs.
    public init(_ name: Name, release: String?, count: Int?, assignee: User.ID?) throws(DomainError) {
        switch name {
        case .reopen: self = .reopen
        case .resolve: self = .resolve
        case .resolveInRelease:
            guard let release, !release.isEmpty else { throw .invalid("release", .missing) }
            guard VersionNumber(release) != nil, release.unicodeScalars.allSatisfy(Self.isVisible) else {
                throw .invalid("release", .malformed(Self.releaseSentence))
            }
            self = .resolveInRelease(release)
        case .resolveInNextRelease: self = .resolveInNextRelease
        case .archive: self = .archive
        case .archiveUntilCount:
            guard let count else { throw .invalid("count", .missing) }
            guard FailureArchiving.counts.contains(count) else {
                throw .invalid("count", .outOfRange(FailureArchiving.counts))
            }
            self = .archiveUntilCount(count)
        case .archiveUntilEscalating: self = .archiveUntilEscalating
        case .expect: self = .expect
        case .assign: self = .assign(assignee)
        }
    }

    /// Whether it is neither a blank nor a character that changes how others are shown.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static let releaseSentence = LocalizableText.localizable("forms.release", "Enter a version, like 2.4.1.")
}

/// Until when a failure is archived.
public enum FailureArchiving: Sendable, Hashable {
    public static let counts = 1...1_000_000
    /// An escalation has at least this many events within a day.
    static let fewestEscalatingEvents = 10
    /// An escalation has at least this many times the events of the busiest of the days before.
    static let escalation = 2
    /// The number of days that an escalation is compared with.
    public static let daysBefore: Int64 = 7

    case forEver
    /// Until this many events happened since.
    case untilCount(Int)
    /// Until this many events happened within 24 hours.
    case untilEscalating(perDay: Int)

    /// - Parameter busiest: the events of the busiest of the days before.
    static func untilEscalating(busiest: Int) -> FailureArchiving {
        let (multiple, overflows) = busiest.multipliedReportingOverflow(by: escalation)
        return .untilEscalating(perDay: max(fewestEscalatingEvents, overflows ? .max : multiple))
    }
}
