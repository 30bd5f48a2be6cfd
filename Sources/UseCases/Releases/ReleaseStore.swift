import Domain
import StrictJSON

/// Reads releases, and what was counted of them.
public protocol ReleaseStore: Sendable {
    /// Returns a page, latest first.
    func page(_ request: PageRequest, in tenant: Tenant.ID) async throws(DomainError) -> Page<ReleaseRecord>
    /// - Throws: `.notFound(.release)`
    func release(_ version: String, in tenant: Tenant.ID) async throws(DomainError) -> ReleaseRecord
    /// Returns the release that was first seen before another one; nil for the first.
    func release(before record: ReleaseRecord, in tenant: Tenant.ID) async throws(DomainError) -> ReleaseRecord?
    /// Returns the outcomes of events, by each of some dimensions of their shapes.
    /// - Parameter versions: nil for all events.
    /// - Returns: a list for each of the dimensions, in their order.
    func outcomes(
        of versions: [String]?,
        by dimensions: [EventDimension],
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReleaseOutcomeList]
    /// Returns the latest releases, or those before one, latest first.
    func releases(
        before record: ReleaseRecord?,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReleaseRecord]
    /// Returns the starts of the hours in which events of the server had one of some codes.
    func hours(
        of codes: [String],
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [Timestamp]
    /// Returns the codes of a release that no event of an earlier one had.
    func firstCodes(of version: String, in tenant: Tenant.ID) async throws(DomainError) -> [String]
    /// Returns the runs of releases by how they ended.
    func runs(
        of versions: [String],
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ByteText: [AppRunOutcome: Int]]
    /// Returns the number of installations that had runs on a day in UTC, by release.
    func installations(on time: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> [ByteText: Int]
    /// Counts the users whom failures of a release affect in the week before `now`.
    func users(of version: String, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AffectedUsers
}

/// A release of an app, known by the version that its events and runs name.
public struct ReleaseRecord: Sendable, Hashable {
    public let version: String
    public let firstSeenAt: Timestamp

    public init(version: String, firstSeenAt: Timestamp) {
        self.version = version
        self.firstSeenAt = firstSeenAt
    }
}
