import Domain
import StrictJSON

/// Counts events for analysis: what the values of their dimensions are.
public protocol EventAnalysisStore: Sendable {
    /// - Parameter limit: the maximum number of values of each facet.
    func facets(
        _ query: EventQuery,
        by facets: [EventFacet],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FacetTable
    func histogram(
        _ query: EventQuery,
        by facet: EventFacet,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> StackedHistogram
    /// Counts the values of every facet among the events of a query and among those of its baseline, on one snapshot.
    func valueCounts(
        _ query: EventQuery,
        against baseline: ComparisonBaseline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> ValueCounts
    /// Returns the most frequent values of a dimension that begin with these bytes, the most frequent first.
    /// - Parameter dimension: one that the shapes of events hold.
    func values(
        of dimension: EventDimension,
        startingWith prefix: String,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [QueryDictionaryEntry]
}

/// A dimension by which events can be counted.
public struct EventFacet: RawRepresentable, CaseIterable, Sendable, Hashable {
    public static let allCases = EventDimension.facets.map(EventFacet.init)

    public let dimension: EventDimension

    /// - Precondition: the table of dimensions says that it is a facet.
    public init(_ dimension: EventDimension) {
        precondition(dimension.definition.isFacet, "\(dimension) is not a facet")
        self.dimension = dimension
    }

    /// - Returns: nil when no facet has the name.
    public init?(rawValue name: String) {
        guard let facet = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = facet
    }

    public var rawValue: String { dimension.name }
}
