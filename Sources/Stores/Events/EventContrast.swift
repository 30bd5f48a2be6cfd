import Database
import Domain
import StrictJSON
import UseCases

/// Counts the values of all facets among selected events and among others.
struct EventContrast {
    /// The number of values of one facet, for the selected events and for the others.
    static let valuesPerFacet = 200

    let selected: EventTally
    /// Finds the others, or all events with them.
    let baseline: EventTally
    /// Whether the baseline includes the selected events, which are taken away from it.
    let includesSelected: Bool

    func counts(_ transaction: any ReadTransaction) throws -> ValueCounts {
        let chosen = try selected.counted(dividedInto: nil, transaction)
        let others = try baseline.counted(dividedInto: nil, transaction)
        let chosenCounts = chosen.byShape
        var otherCounts = others.byShape
        if includesSelected {
            for (shape, count) in chosenCounts { otherCounts[shape] = max(0, (otherCounts[shape] ?? 0) - count) }
        }
        let facets = EventFacet.allCases
        let shapes = Set(chosen.shapes).union(others.shapes).sorted()
        let values = try FacetValues(facets, of: shapes, in: selected.resolved.tenant, transaction)
        return ValueCounts(
            entries: facets.flatMap { entries(of: $0, values, chosenCounts, otherCounts) },
            selected: chosenCounts.values.reduce(0, +),
            baseline: otherCounts.values.reduce(0, +),
            isComplete: chosen.isComplete && others.isComplete
        )
    }

    private func entries(
        of facet: EventFacet,
        _ values: FacetValues,
        _ selected: [Int: Int],
        _ baseline: [Int: Int]
    ) -> [ValueCounts.Entry] {
        let (left, right) = (values.sums(of: facet, selected), values.sums(of: facet, baseline))
        let shown = [left, right].flatMap { sums in
            FacetValues.sorted(sums).prefix(Self.valuesPerFacet).map { $0.value.map { ByteText($0) } }
        }
        return Set(shown).map { value in
            ValueCounts.Entry(
                facet: facet,
                value: value?.text,
                selected: left[value] ?? 0,
                baseline: right[value] ?? 0
            )
        }
    }
}
