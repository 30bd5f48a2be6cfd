import Database
import Domain
import UseCases

/// Sums the counts of results; no row of an event is read.
extension Attempts {
    func results(within ranges: [Range<Timestamp>], in tenant: Tenant.ID) async throws(DomainError) -> [StepResults] {
        try await access.readList(tenant) { [now] transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let kept = CountRetention(now: now())
            let sums = ranges.flatMap {
                CountWindow.covering(EventQuery(from: $0.lowerBound, to: $0.upperBound), kept: kept)
            }.map { Self.sums($0, of: number) }
            guard !sums.isEmpty else { return [] }
            let hasPassword: SQL = "(s.provider IS NULL OR s.provider IN \(list: StepResults.passwordProviders))"
            return try transaction.rows(
                """
                SELECT s.source AS source, s.stage AS stage, sum(c.n) AS results,
                    sum(CASE WHEN s.outcome = \(Outcome.cancelled.rawValue) THEN c.n ELSE 0 END) AS cancelled,
                    sum(CASE WHEN \(sql: hasPassword) THEN c.n ELSE 0 END) AS password_results,
                    sum(CASE WHEN \(sql: hasPassword) AND s.code = \(StepResults.wrongPassword) THEN c.n ELSE 0 END)
                        AS wrong_passwords
                FROM (\(sql: .union(sums))) AS c JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
                WHERE s.tenant_id = \(number) AND s.outcome IN \(list: StepResults.outcomes.map(\.rawValue))
                GROUP BY s.source, s.stage ORDER BY s.source, s.stage
                """
            ).map { row in
                StepResults(
                    source: try row.get("source"),
                    stage: try row.get("stage"),
                    results: try row.get("results"),
                    cancelled: try row.get("cancelled"),
                    passwordResults: try row.get("password_results"),
                    wrongPasswords: try row.get("wrong_passwords")
                )
            }
        }
    }

    func spread(
        of event: StoredEvent,
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> CauseSpread {
        guard let code = event.code else { return CauseSpread() }
        return try await access.readList(tenant) { [now] transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return CauseSpread() }
            let windows = CountWindow.covering(
                EventQuery(from: range.lowerBound, to: range.upperBound),
                kept: CountRetention(now: now())
            )
            guard !windows.isEmpty else { return CauseSpread() }
            let isOfRelease: SQL = event.content[.appVersion].map { "s.app_version = \($0)" } ?? "FALSE"
            let rows = try transaction.rows(
                """
                SELECT CASE WHEN \(sql: isOfRelease) THEN 1 ELSE 0 END AS is_of_release, sum(c.n) AS results,
                    sum(CASE WHEN s.code = \(code) THEN c.n ELSE 0 END) AS with_code
                FROM (\(sql: .union(windows.map { Self.sums($0, of: number) }))) AS c
                JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
                WHERE s.tenant_id = \(number) AND s.source = \(event.content.source)
                    AND s.stage = \(event.content.stage)
                    AND s.outcome IN \(list: StepResults.outcomes.map(\.rawValue))
                GROUP BY 1 ORDER BY 1
                """
            )
            var spread = CauseSpread()
            for row in rows {
                let share = Share(try row.get("with_code"), of: try row.get("results"))
                if try row.get("is_of_release") == 1 { spread.release = share } else { spread.others = share }
            }
            return spread
        }
    }

    func outcomes(within range: Range<Timestamp>, in tenant: Tenant.ID) async throws(DomainError) -> StepCounts {
        try await access.readList(tenant) { [now] transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return StepCounts([]) }
            let windows = CountWindow.covering(
                EventQuery(from: range.lowerBound, to: range.upperBound),
                kept: CountRetention(now: now())
            )
            let rows = try transaction.rows(
                """
                SELECT s.source AS source, s.stage AS stage, s.outcome AS outcome, sum(c.n) AS n
                FROM (\(sql: .union(windows.map { Self.sums($0, of: number) }))) AS c
                JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
                WHERE s.tenant_id = \(number) AND s.outcome IN \(list: StepResults.outcomes.map(\.rawValue))
                GROUP BY s.source, s.stage, s.outcome ORDER BY s.source, s.stage, s.outcome
                """
            )
            return try Self.grouped(rows)
        }
    }

    /// - Parameter rows: those of one step follow each other.
    private static func grouped(_ rows: [Row]) throws -> StepCounts {
        var steps: [StepOutcomes] = []
        for row in rows {
            let (source, stage): (EventSource, Stage) = (try row.get("source"), try row.get("stage"))
            var counts: [Outcome: Int] = [:]
            if let last = steps.last, last.source == source, last.stage == stage {
                counts = last.counts
                steps.removeLast()
            }
            counts[try row.get("outcome")] = try row.get("n")
            steps.append(StepOutcomes(source: source, stage: stage, counts: counts))
        }
        return StepCounts(steps)
    }

    /// The shapes and their counts: summed before the shapes are looked up.
    private static func sums(_ window: CountWindow, of tenant: Int) -> SQL {
        """
        SELECT c.tenant_id AS tenant_id, c.shape_id AS shape_id, sum(c.n) AS n FROM event_counts c
        WHERE c.tenant_id = \(tenant) AND c.span = \(window.span.rawValue)
            AND c.start >= \(window.range.lowerBound) AND c.start < \(window.range.upperBound)
        GROUP BY 1, 2
        """
    }
}
