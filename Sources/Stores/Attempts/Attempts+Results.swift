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

    /// Events that are results of a step.
    private struct Result {
        let step: Step
        let outcome: Outcome
        let shape: Shape
        let n: Int

        /// Nil for other events, and for what only later versions know.
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

    /// What is added up for a step.
    private struct Numbers {
        var all = 0
        var cancelled = 0
        var withPassword = 0
        var wrongPasswords = 0

        mutating func add(_ result: Result) {
            all += result.n
            if result.outcome == .cancelled { cancelled += result.n }
            guard result.mayHavePassword else { return }
            withPassword += result.n
            if result.shape.has(StoredEvent.wrongPassword, in: .code) { wrongPasswords += result.n }
        }
    }

    func results(within ranges: [Range<Timestamp>], in tenant: Tenant.ID) async throws(DomainError) -> [StepResults] {
        let bySteps: [Step: Numbers] = try await folded(ranges, in: tenant, into: [:]) {
            $0[$1.step, default: Numbers()].add($1)
        }
        return Self.sorted(bySteps).map { step, numbers in
            StepResults(
                source: step.source,
                stage: step.stage,
                results: numbers.all,
                cancelled: numbers.cancelled,
                passwordResults: numbers.withPassword,
                wrongPasswords: numbers.wrongPasswords
            )
        }
    }

    func spread(
        of event: StoredEvent,
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> CauseSpread {
        guard let code = event.code else { return CauseSpread() }
        let step = Step(source: event.content.source, stage: event.content.stage)
        let release = event.content[.appVersion]
        return try await folded([range], in: tenant, into: CauseSpread()) { spread, result in
            guard result.step == step else { return }
            func adding(_ share: Share) -> Share {
                let withCode = result.shape.has(code, in: .code) ? result.n : 0
                return Share(share.count + withCode, of: share.total + result.n)
            }
            if let release, result.shape.has(release, in: .appVersion) {
                spread.release = adding(spread.release)
            } else {
                spread.others = adding(spread.others)
            }
        }
    }

    func outcomes(within range: Range<Timestamp>, in tenant: Tenant.ID) async throws(DomainError) -> StepCounts {
        let bySteps: [Step: [Outcome: Int]] = try await folded([range], in: tenant, into: [:]) {
            $0[$1.step, default: [:]][$1.outcome, default: 0] += $1.n
        }
        return StepCounts(
            Self.sorted(bySteps).map { StepOutcomes(source: $0.source, stage: $0.stage, counts: $1) }
        )
    }

    /// Adds up results one by one.
    private func folded<Sum: Sendable>(
        _ ranges: [Range<Timestamp>],
        in tenant: Tenant.ID,
        into initial: Sum,
        _ add: @escaping @Sendable (inout Sum, Result) -> Void
    ) async throws(DomainError) -> Sum {
        try await access.readList(tenant) { [now, shapes] transaction in
            var sum = initial
            guard let number = try Self.number(of: tenant, transaction) else { return sum }
            let kept = CountRetention(now: now())
            let windows = ranges.flatMap {
                CountWindow.covering(EventQuery(from: $0.lowerBound, to: $0.upperBound), kept: kept)
            }
            try ShapeCounts(tenant: number, windows: windows).forEachShape(shapes, transaction) { shape, n in
                if let result = Result(shape, n) { add(&sum, result) }
            }
            return sum
        }
    }

    private static func sorted<Value>(_ bySteps: [Step: Value]) -> [(key: Step, value: Value)] {
        bySteps.sorted { left, right in
            (left.key.source.rawValue, left.key.stage.rawValue) < (right.key.source.rawValue, right.key.stage.rawValue)
        }
    }
}
