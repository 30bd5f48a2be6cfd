import Database
import Domain

/// Everything beside events that is deleted by its age: their counts and outcomes, and runs.
enum CountDeletion {
    /// Longer than an update of a run is accepted, so that a repeated one is recognised.
    static let runs = Duration.days(6)
    static let installations = Duration.days(8)

    /// What is too old for its width. Days are kept at least as long as events, which are found by them.
    static func expired(_ kept: CountRetention, eventsSince cutoff: Timestamp) -> [AgedRows] {
        let day = Timestamp(milliseconds: kept.firstKept(.hour)).day
        return counts(.minute, before: kept.firstKept(.minute)) + counts(.hour, before: kept.firstKept(.hour))
            + counts(.day, before: min(kept.firstKept(.day), cutoff.milliseconds))
            + runs(before: kept.now - runs, installationsBefore: kept.now - installations) + [
                AgedRows(table: "app_run_days", key: ["day", "group_id"], bound: .integer(day), kind: .runDay),
                runCounts(.hour, before: kept.firstKept(.hour)), runCounts(.day, before: kept.firstKept(.day)),
            ] + dated(before: cutoff)
    }

    /// What is as old as the oldest events.
    static func dated(before cutoff: Timestamp) -> [AgedRows] {
        [
            AgedRows(
                table: "item_outcomes",
                key: ["start", "key_id", "category", "outcome", "reason"],
                bound: cutoff.sqlValue,
                kind: .outcome
            ),
            AgedRows(table: "ingest_usage", key: ["day", "key_id"], bound: .integer(cutoff.day), kind: nil),
            AgedRows(table: "event_growth", key: ["day"], bound: .integer(cutoff.day), kind: nil),
            countedEvents(before: cutoff),
            AgedRows(table: "redated_events", key: ["received_at", "id"], bound: cutoff.sqlValue, kind: .redated),
        ]
    }

    /// What can be deleted of a tenant to free space: what is finest, then what is oldest. Events are found by their
    /// hours and days, so counts by hour go only as far as there is no event, and those by day stay. So do the outcomes
    /// of two days.
    ///
    /// An event without a row counts again when it is delivered after its key was deleted here, so these go last.
    ///
    /// An update of a run moves it from one count to another, so the counts of runs, too, go only as far as there is no
    /// run. A run or an installation that was deleted is marked, so that it is not counted once more (`AppRunWriter`).
    /// - Parameters:
    ///   - firstEvent: the time of the tenant's oldest event; nil without events.
    ///   - firstRun: the start of its oldest run.
    static func finest(at now: Timestamp, firstEvent: Timestamp?, firstRun: Timestamp?) -> [AgedRows] {
        func firstHour(_ time: Timestamp?) -> Int64 {
            time.map { CountWindow.Span.hour.floor($0.milliseconds) } ?? .max
        }
        return counts(.minute, before: .max) + counts(.hour, before: firstHour(firstEvent))
            + [runCounts(.hour, before: firstHour(firstRun))]
            + runs(before: now + .days(2), installationsBefore: now + .days(2), isEarly: true)
            + dated(before: now - .days(2)) + [countedEvents(before: now + .days(2))]
    }

    /// Counts by minute that are older than the widest chart by minute: only short charts further back read them.
    static func earlierMinutes(at now: Timestamp) -> [AgedRows] {
        counts(.minute, before: (now - CountWindow.minuteRange - CountRetention.slack).milliseconds)
    }

    private static func counts(_ span: CountWindow.Span, before first: Int64) -> [AgedRows] {
        let (condition, kind): (SQL, RowCost.Table) =
            switch span {
            case .minute: ("span = 'm'", .minuteCount)
            case .hour: ("span = 'h'", .hourCount)
            case .day: ("span = 'd'", .dayCount)
            }
        return [
            AgedRows(
                table: "event_counts",
                condition: condition,
                key: ["start", "shape_id"],
                bound: .integer(first),
                kind: kind
            ),
            AgedRows(
                table: "event_totals",
                condition: condition,
                key: ["start", "stage", "outcome"],
                bound: .integer(first),
                kind: .total
            ),
        ]
    }

    private static func countedEvents(before cutoff: Timestamp) -> AgedRows {
        AgedRows(
            table: "counted_events",
            key: ["event_key"],
            bound: .blob(CountedEvents.bytes(of: cutoff)),
            kind: .countedEvent
        )
    }

    private static func runCounts(_ span: CountWindow.Span, before first: Int64) -> AgedRows {
        AgedRows(
            table: "app_run_counts",
            condition: span == .day ? "span = 'd'" : "span = 'h'",
            key: ["start", "group_id", "outcome"],
            bound: .integer(first),
            kind: span == .day ? .dayRunCount : .hourRunCount
        )
    }

    /// - Parameter isEarly: whether they are deleted before their time.
    private static func runs(
        before cutoff: Timestamp,
        installationsBefore day: Timestamp,
        isEarly: Bool = false
    ) -> [AgedRows] {
        [
            AgedRows(
                table: "app_runs",
                key: ["started_at", "id"],
                bound: cutoff.sqlValue,
                kind: .run,
                mark: isEarly ? "runs_freed_until" : nil
            ),
            AgedRows(
                table: "app_installations",
                key: ["day", "group_id", "hash"],
                bound: .integer(day.day),
                kind: .installation,
                mark: isEarly ? "installations_freed_until" : nil
            ),
        ]
    }
}
