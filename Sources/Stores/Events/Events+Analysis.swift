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
        try await access.readList(tenant) { [limits] transaction in
            try EventCounts(resolved: try resolved(query, in: tenant, transaction), limits: limits)
                .table(facets, limit: limit, transaction)
        }
    }

    func histogram(
        _ query: EventQuery,
        by facet: EventFacet,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> StackedHistogram {
        try await access.readList(tenant) { [limits] transaction in
            let resolved = try resolved(query, in: tenant, transaction)
            let chart = EventChart(range: query.from..<max(query.from, query.to), resolved: resolved, limits: limits)
            return try EventStack(chart: chart, facet: facet).histogram(transaction)
        }
    }

    func valueCounts(
        _ query: EventQuery,
        against baseline: ComparisonBaseline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> ValueCounts {
        let moment = now()
        let others = query.baseline(baseline, now: moment)
        return try await access.readList(tenant) { [limits] transaction in
            func tally(_ query: EventQuery) throws -> EventTally {
                EventTally(resolved: try resolved(query, in: tenant, at: moment, transaction), limits: limits)
            }
            return try EventContrast(
                selected: try tally(query),
                baseline: try tally(others),
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
        guard let column = ShapeColumns.entry(dimension) else { return [] }
        let moment = now()
        let query = EventQuery(from: moment - Self.frequencyRange, to: moment + .days(1))
        return try await access.readList(tenant) { [limits] transaction in
            let resolved = try resolved(query, in: tenant, at: moment, transaction)
            let tally = try EventTally(resolved: resolved, limits: limits).counted(dividedInto: nil, transaction)
            let values = try ShapeColumns.read([column], of: tally.shapes, in: resolved.tenant, transaction)
            var sums: [ByteText?: Int] = [:]
            for (shape, count) in tally.byShape {
                guard let value = values[shape]?[dimension], value.hasBytePrefix(prefix) else { continue }
                sums[ByteText(value), default: 0] += count
            }
            return FacetValues.sorted(sums).prefix(limit).compactMap { count in
                count.value.map { QueryDictionaryEntry(value: $0, count: count.count) }
            }
        }
    }
}
