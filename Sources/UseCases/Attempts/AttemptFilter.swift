import Domain

/// Selects attempts by their events: one event has everything that is asked, but for how the attempt ended. A nil property
/// matches every event.
public struct AttemptFilter: Sendable, Hashable {
    public static let textMaximumLength = 200

    public var user: String?
    public var session: String?
    public var installation: String?
    public var failure: FailureKey.ID?
    /// The version of the app.
    public var release: String?
    /// Only attempts that never arrived, for one of these reasons. Empty: all attempts.
    public var neverArrived: Set<NeverArrived>
    /// What a query of the query language asks of an event of the attempt.
    public var condition: EventCondition

    public init(
        user: String? = nil,
        session: String? = nil,
        installation: String? = nil,
        failure: FailureKey.ID? = nil,
        release: String? = nil,
        neverArrived: Set<NeverArrived> = [],
        condition: EventCondition = .everything
    ) {
        self.user = user
        self.session = session
        self.installation = installation
        self.failure = failure
        self.release = release
        self.neverArrived = neverArrived
        self.condition = condition
    }

    /// The words for `neverArrived` in an address: all reasons, or one.
    public static let reasons = [anyReason] + NeverArrived.allCases.map(\.rawValue)
    private static let anyReason = "any"

    /// - Parameter word: one of `reasons`; nil and other words for no filter.
    public static func reasons(_ word: String?) -> Set<NeverArrived> {
        guard let word else { return [] }
        if word == anyReason { return Set(NeverArrived.allCases) }
        return NeverArrived(rawValue: word).map { [$0] } ?? []
    }

    /// The word for the reasons that are asked for; nil for none.
    public var reason: String? {
        if neverArrived.count > 1 { return Self.anyReason }
        return neverArrived.first?.rawValue
    }
}
