import Domain
import StrictJSON

extension OverviewReading {
    /// The facets in which failed tries can have a value in common.
    private static let traits = EventFacet.allCases.filter { facet in
        [.appVersion, .osVersion, .platform, .deviceModel, .network, .appState, .provider].contains(facet.dimension)
    }
    /// The values of each facet that are compared.
    private static let values = 200

    /// What the failed tries of the verdict have in common; nil when there is nothing.
    func common(_ verdict: OverviewVerdict, at now: Timestamp, in tenant: Tenant.ID) async -> CommonTrait? {
        guard case .failing(let failing) = verdict, failing.step.failed >= CommonTrait.fewest else { return nil }
        let range = failing.period.range(at: now)
        func table(_ outcome: Outcome) async -> FacetTable? {
            var query = EventQuery(from: range.lowerBound, to: range.upperBound)
            (query.source, query.stage, query.outcome) = (failing.step.source, failing.step.stage, outcome)
            let found = query
            return await Self.part {
                try await events.facets(found, by: Self.traits, limit: Self.values, in: tenant)
            }
        }
        async let failed = table(.failed)
        async let succeeded = table(.success)
        guard let failed = await failed, let succeeded = await succeeded else { return nil }
        return CommonTrait.telling(Self.candidates(failed, succeeded))
    }

    private static func candidates(_ failed: FacetTable, _ succeeded: FacetTable) -> [CommonTrait] {
        zip(failed.facets, succeeded.facets).flatMap { failing, succeeding in
            failing.counts.compactMap { found -> CommonTrait? in
                guard let value = found.value else { return nil }
                let others = succeeding.counts.first { $0.value.map(ByteText.init(_:)) == ByteText(value) }
                // Rare values of a long list are not known.
                guard others != nil || succeeding.counts.count < values else { return nil }
                return CommonTrait(
                    dimension: failing.facet.dimension,
                    value: value,
                    failing: Share(found.count, of: failed.total),
                    succeeding: Share(others?.count ?? 0, of: succeeded.total)
                )
            }
        }
    }
}
