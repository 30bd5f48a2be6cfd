import Database
import Domain
import StrictJSON
import UseCases

/// Sums the counts of results; no row of an event is read.
extension Attempts {
    /// A step, as one side reports it.
    private struct Step: Hashable {
        let source: EventSource
        let stage: Stage
    }

    /// What the shape of a result says.
    private struct Result {
        let step: Step
        let outcome: Outcome
        let shape: Shape
        let n: Int

        /// Nil for events that are no results.
        init?(_ shape: Shape, _ n: Int) {
            guard let source = shape[.source].flatMap({ EventSource(rawValue: $0) }),
                let stage = shape[.stage].flatMap({ Stage(rawValue: $0) }),
                let outcome = shape[.outcome].flatMap({ Outcome(rawValue: $0) }), StepResults.outcomes.contains(outcome)
            else { return nil }
            step = Step(source: source, stage: stage)
            self.outcome = outcome
            self.shape = shape
            self.n = n
        }

        var mayHavePassword: Bool {
            shape[.provider] == nil || StepResults.passwordProviders.contains { shape.has($0, in: .provider) }
        }
    }

    func results(within ranges: [Range<Timestamp>], in tenant: Tenant.ID) async throws(DomainError) -> [StepResults] {
        let bySteps = Dictionary(grouping: try await results(ranges, in: tenant), by: \.step)
        return bySteps.map { step, results in
            let withPassword = results.filter(\.mayHavePassword)
            let wrong = withPassword.filter { $0.shape.has(StepResults.wrongPassword, in: .code) }
            return StepResults(
                source: step.source,
                stage: step.stage,
                results: Self.sum(results),
                cancelled: Self.sum(results.filter { $0.outcome == .cancelled }),
                passwordResults: Self.sum(withPassword),
                wrongPasswords: Self.sum(wrong)
            )
        }.sorted { ($0.source.rawValue, $0.stage.rawValue) < ($1.source.rawValue, $1.stage.rawValue) }
    }

    func spread(
        of event: StoredEvent,
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> CauseSpread {
        guard let code = event.code else { return CauseSpread() }
        let step = Step(source: event.content.source, stage: event.content.stage)
        let ofStep = try await results([range], in: tenant).filter { $0.step == step }
        let release = event.content[.appVersion]
        func isOfRelease(_ result: Result) -> Bool { release.map { result.shape.has($0, in: .appVersion) } ?? false }
        func share(_ results: [Result]) -> Share {
            Share(Self.sum(results.filter { $0.shape.has(code, in: .code) }), of: Self.sum(results))
        }
        return CauseSpread(
            release: share(ofStep.filter(isOfRelease)),
            others: share(ofStep.filter { !isOfRelease($0) })
        )
    }

    func outcomes(within range: Range<Timestamp>, in tenant: Tenant.ID) async throws(DomainError) -> StepCounts {
        let bySteps = Dictionary(grouping: try await results([range], in: tenant), by: \.step)
        let steps = bySteps.map { step, results in
            let counts = Dictionary(grouping: results, by: \.outcome).mapValues { Self.sum($0) }
            return StepOutcomes(source: step.source, stage: step.stage, counts: counts)
        }
        return StepCounts(
            steps.sorted { ($0.source.rawValue, $0.stage.rawValue) < ($1.source.rawValue, $1.stage.rawValue) }
        )
    }

    private func results(_ ranges: [Range<Timestamp>], in tenant: Tenant.ID) async throws(DomainError) -> [Result] {
        try await access.readList(tenant) { [now, shapes] transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let kept = CountRetention(now: now())
            let windows = ranges.flatMap {
                CountWindow.covering(EventQuery(from: $0.lowerBound, to: $0.upperBound), kept: kept)
            }
            return try ShapeCounts(tenant: number, windows: windows).counted(shapes, transaction).compactMap {
                Result($0.shape, $0.n)
            }
        }
    }

    private static func sum(_ results: [Result]) -> Int { results.reduce(0) { $0 + $1.n } }
}
