import Database
import Domain
import StrictJSON
import UseCases

extension Events: EventAnalysisStore {
    /// The time whose events tell how frequent a value is.
    private static let frequencyRange = Duration.days(30)

    func facets(
        _ query: EventQuery,
        by facets: [EventFacet],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FacetTable {
        try await access.readList(tenant) { transaction in
            try tally(query, in: tenant, transaction).table(facets, limit: limit, transaction)
        }
    }

    func histogram(
        _ query: EventQuery,
        by facet: EventFacet,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> StackedHistogram {
        try await access.readList(tenant) { transaction in
            try EventStack(chart: chart(query, in: tenant, transaction), facet: facet).histogram(transaction)
        }
    }

    func valueCounts(
        _ query: EventQuery,
        against baseline: ComparisonBaseline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> ValueCounts {
        let now = now()
        let others = query.baseline(baseline, now: now)
        return try await access.readList(tenant) { transaction in
            try EventContrast(
                selected: tally(query, in: tenant, at: now, transaction),
                baseline: tally(others, in: tenant, at: now, transaction),
                includesSelected: baseline == .others
            ).counts(transaction)
        }
    }

    func values(
        of dimension: EventDimension,
        startingWith prefix: String,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [QueryDictionaryEntry] {
        guard ShapeColumns.has(dimension) else { return [] }
        let now = now()
        let query = EventQuery(from: now - Self.frequencyRange, to: now + .days(1))
        return try await access.readList(tenant) { transaction in
            let tally = try tally(query, in: tenant, at: now, transaction)
            let counts = try tally.counted(dividedInto: nil, transaction).byShape
            var sums: [ByteText?: Int] = [:]
            try tally.forEach(counts.keys, transaction) { id, shape in
                guard let value = shape[dimension], value.hasBytePrefix(prefix) else { return }
                sums[ByteText(value), default: 0] += counts[id] ?? 0
            }
            return FacetSums.sorted(sums).prefix(limit).compactMap { count in
                count.value.map { QueryDictionaryEntry(value: $0, count: count.count) }
            }
        }
    }
}

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
        var (left, right) = (FacetSums(EventFacet.allCases), FacetSums(EventFacet.allCases))
        try selected.forEach(chosen.shapes.union(others.shapes), transaction) { id, shape in
            if let count = chosenCounts[id] { left.add(count, shape) }
            if let count = otherCounts[id] { right.add(count, shape) }
        }
        return ValueCounts(
            entries: zip(left.all, right.all).flatMap { Self.entries(of: $0.facet, $0.sums, $1.sums) },
            selected: chosenCounts.values.reduce(0, +),
            baseline: otherCounts.values.reduce(0, +),
            isComplete: chosen.isComplete && others.isComplete
        )
    }

    private static func entries(
        of facet: EventFacet,
        _ left: [ByteText?: Int],
        _ right: [ByteText?: Int]
    ) -> [ValueCounts.Entry] {
        let shown = [left, right].flatMap { sums in
            FacetSums.sorted(sums).prefix(valuesPerFacet).map { $0.value.map { ByteText($0) } }
        }
        return Set(shown).map { value in
            ValueCounts.Entry(facet: facet, value: value?.text, selected: left[value] ?? 0, baseline: right[value] ?? 0)
        }
    }
}
