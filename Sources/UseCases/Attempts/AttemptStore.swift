import Domain
import Foundation

/// Finds the events of attempts. Each list is bounded, whatever was sent.
public protocol AttemptStore: Sendable {
    /// Returns the events with the id of an attempt: all, or the first and the last of very many.
    /// - Throws: `.notFound(.attempt)`
    func events(of attempt: TraceID, in tenant: Tenant.ID) async throws(DomainError) -> AttemptEvents
    /// Returns the attempts that a reference stands for, those with the latest events first.
    func attempts(
        _ reference: AttemptReference,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReferencedAttempt]
    /// Returns the failure that an event belongs to; nil when it opened none, or is gone.
    func failure(of event: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> FailureKey.ID?
    /// Returns events that may belong to an attempt and do not have its id: those of its sessions, installations and
    /// users within its span of time, at most `limit` for each of them.
    func candidates(
        for anchor: AttemptAnchor,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent]
    /// Returns events that name one of these requests: of each at most `limit` before its time, and as many after it.
    ///
    /// No index has requests: the events from a minute before a request until two minutes after it are read, up to a
    /// number. The id of a request tells its time; an id that this server did not make has no events.
    func events(ofRequests ids: [UUID], limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [StoredEvent]
    /// Returns a page of attempts, each at the place of its latest event that matches, latest first, with its latest
    /// events. A page may have fewer attempts than asked for, or none, and a further one.
    func page(
        _ filter: AttemptFilter,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AttemptEvents>
    /// Returns how long the latest steps that succeeded before `cutoff` took.
    func samples(before cutoff: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> [UsualDurations.Sample]
    /// Returns the latest events of an installation or a user before `cutoff`, at most `limit` of each, latest first.
    func events(
        of filter: AttemptFilter,
        before cutoff: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent]
    /// Returns the earliest wrong passwords that the server compared, of each search.
    func guesses(
        _ searches: [GuessSearch],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent]
    /// Returns the counted results of all steps within some ranges of time together; the ranges must not overlap.
    func results(within ranges: [Range<Timestamp>], in tenant: Tenant.ID) async throws(DomainError) -> [StepResults]
    /// Returns how many results of the same step have the code of an event, as counted: with its release and with
    /// others.
    func spread(
        of event: StoredEvent,
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> CauseSpread
    /// Returns how all tries within a range of time ended, as counted.
    func outcomes(within range: Range<Timestamp>, in tenant: Tenant.ID) async throws(DomainError) -> StepCounts
}

/// One of the attempts that a reference stands for.
public struct ReferencedAttempt: Sendable, Hashable {
    public let attempt: TraceID
    /// When its latest event occurred.
    public let latest: Timestamp

    public init(attempt: TraceID, latest: Timestamp) {
        self.attempt = attempt
        self.latest = latest
    }
}
