import Domain
import StrictJSON

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
