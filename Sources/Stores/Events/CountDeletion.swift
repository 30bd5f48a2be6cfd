import Database
import Domain

/// The counts of events, and of runs, that are too old.
enum CountDeletion {
    /// Longer than an update of a run is accepted, so that a repeated one is recognised.
    static let runs = Duration.days(6)
    static let installations = Duration.days(8)

    /// What is too old for its width. Days are kept at least as long as events, which are found by them.
    static func expired(_ kept: CountRetention, eventsSince moment: Timestamp) -> [AgedRows] {
        events("span = 'm'", before: kept.firstKept(.minute)) + events("span = 'h'", before: kept.firstKept(.hour))
            + events("span = 'd'", before: min(kept.firstKept(.day), moment.milliseconds)) + runs(kept)
    }

    /// Everything by minute, then by hour: what frees space when no event is left to delete.
    static let fine = events("span = 'm'", before: .max) + events("span = 'h'", before: .max)

    private static func events(_ span: SQL, before first: Int64) -> [AgedRows] {
        [
            AgedRows(table: "event_counts", condition: span, key: ["start", "shape_id"], bound: first),
            AgedRows(table: "event_totals", condition: span, key: ["start"], bound: first),
        ]
    }

    private static func runs(_ kept: CountRetention) -> [AgedRows] {
        let day = Timestamp(milliseconds: kept.firstKept(.day)).day
        return [
            AgedRows(
                table: "app_runs",
                key: ["started_at"],
                bound: (kept.now - runs).milliseconds,
                bytesOfRow: UsageTally.runBytes
            ),
            AgedRows(
                table: "app_installations",
                key: ["day", "group_id", "hash"],
                bound: (kept.now - installations).day
            ),
            AgedRows(table: "app_run_days", key: ["day", "group_id"], bound: day),
            AgedRows(
                table: "app_run_counts",
                condition: "span = 'h'",
                key: ["start", "group_id"],
                bound: kept.firstKept(.hour)
            ),
            AgedRows(
                table: "app_run_counts",
                condition: "span = 'd'",
                key: ["start", "group_id"],
                bound: kept.firstKept(.day)
            ),
        ]
    }
}
