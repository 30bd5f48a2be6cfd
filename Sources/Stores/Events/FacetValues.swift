import Database
import Domain
import StrictJSON
import UseCases

/// The values of facets that shapes have.
struct FacetValues {
    let shapes: [Int: Shape]

    /// The value of a shape, compared by bytes; nil when it has none.
    func value(of facet: EventFacet, _ shape: Int) -> ByteText? {
        shapes[shape]?[facet.dimension].map { ByteText($0) }
    }

    /// Adds up the counts of shapes by the values of a facet.
    func sums(of facet: EventFacet, _ counts: [Int: Int]) -> [ByteText?: Int] {
        var sums: [ByteText?: Int] = [:]
        for (shape, count) in counts { sums[value(of: facet, shape), default: 0] += count }
        return sums
    }

    /// The most frequent value first.
    func counts(of facet: EventFacet, _ counts: [Int: Int]) -> [FacetCount] { Self.sorted(sums(of: facet, counts)) }

    /// The most frequent value first; those that are equally frequent in the order of their bytes.
    static func sorted(_ sums: [ByteText?: Int]) -> [FacetCount] {
        sums.map { FacetCount(value: $0.key?.text, count: $0.value) }.sorted { left, right in
            guard left.count == right.count else { return left.count > right.count }
            guard let (first, second) = left.value.flatMap({ first in right.value.map { (first, $0) } }) else {
                return left.value == nil && right.value != nil
            }
            return first.utf8.lexicographicallyPrecedes(second.utf8)
        }
    }
}
