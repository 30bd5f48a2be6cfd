import Domain
import Foundation

/// The number of events with one value of a facet.
public struct FacetCount: Sendable, Hashable {
    /// Nil for events without one.
    public let value: String?
    public let count: Int

    public init(value: String?, count: Int) {
        self.value = value
        self.count = count
    }
}
