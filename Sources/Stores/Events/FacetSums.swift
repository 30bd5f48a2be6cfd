import Domain
import StrictJSON
import UseCases

/// Adds up numbers of events by the values of facets, compared by bytes.
struct FacetSums {
    private let facets: [EventFacet]
    /// By the places of the facets; nil is for shapes without a value.
    private var sums: [[ByteText?: Int]]

    init(_ facets: [EventFacet]) {
        self.facets = facets
        sums = facets.map { _ in [:] }
    }

    mutating func add(_ n: Int, _ shape: Shape) {
        for (place, facet) in facets.enumerated() { sums[place][shape.value(of: facet), default: 0] += n }
    }

    /// The facets in their order, each with its sums.
    var all: [(facet: EventFacet, sums: [ByteText?: Int])] { Array(zip(facets, sums)) }

    /// The most frequent value first; those that are equally frequent in the order of their bytes.
    /// - Parameter nilFirst: whether events without a value are before, or behind, those that are equally frequent.
    static func sorted(_ sums: [ByteText?: Int], nilFirst: Bool = true) -> [FacetCount] {
        sums.map { FacetCount(value: $0.key?.text, count: $0.value) }.sorted { left, right in
            guard left.count == right.count else { return left.count > right.count }
            guard let first = left.value, let second = right.value else {
                return (left.value == nil) == nilFirst && (right.value == nil) != nilFirst
            }
            return first.utf8.lexicographicallyPrecedes(second.utf8)
        }
    }
}

extension Shape {
    func value(of facet: EventFacet) -> ByteText? { self[facet.dimension].map { ByteText($0) } }
}
