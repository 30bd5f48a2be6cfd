import Database
import Domain
import Foundation
import UseCases

/// Stores failures in a row, by subject.
enum FailureRows {
    /// The failures of one subject.
    struct Row: Sendable {
        let count: Int
        let lastFailedAt: Timestamp?

        /// - Returns: nil when the next try is allowed.
        func wait(at now: Timestamp) -> Duration? {
            guard let lastFailedAt, let wait = ConsecutiveFailures.wait(after: count) else { return nil }
            // A clock that was set back makes no wait longer.
            let left = wait - max(.zero, now.since(lastFailedAt))
            return left > .zero ? left : nil
        }
    }

    static func counts(_ subjects: [Data], _ transaction: any ReadTransaction) throws -> [Row] {
        guard !subjects.isEmpty else { return [] }
        var stored: [Data: Row] = [:]
        for row in try transaction.rows(
            "SELECT subject, failures, last_failed_at FROM sign_in_failures WHERE subject IN \(list: subjects)"
        ) {
            stored[try row.get("subject")] = Row(
                count: try row.get("failures"),
                lastFailedAt: try row.get("last_failed_at")
            )
        }
        return subjects.map { stored[$0] ?? Row(count: 0, lastFailedAt: nil) }
    }

    /// Counts one more failure of each subject.
    static func count(
        _ subjects: [Data],
        _ rows: [Row],
        at now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        guard !subjects.isEmpty else { return }
        let values = zip(subjects, rows).map { [$0.sqlValue, Int64($1.count + 1).sqlValue, now.sqlValue] }
        try transaction.execute(
            """
            INSERT INTO sign_in_failures (subject, failures, last_failed_at) VALUES \(rows: values)
            ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, last_failed_at = excluded.last_failed_at
            """
        )
    }

    static func apply(_ change: FailureChange, _ transaction: any WriteTransaction) throws {
        if !change.forgotten.isEmpty { try forget(change.forgotten, transaction) }
        if !change.takenBack.isEmpty {
            try transaction.execute(
                "UPDATE sign_in_failures SET failures = failures - 1 WHERE subject IN \(list: change.takenBack) AND failures > 0"
            )
        }
    }

    static func forget(_ subjects: [Data], _ transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM sign_in_failures WHERE subject IN \(list: subjects)")
    }

    /// Returns the key prefixes of tenants that have more subjects than the limit, with their numbers.
    static func beginnings(
        ofMoreThan maximum: Int,
        _ transaction: any ReadTransaction
    ) throws -> [(beginning: Data, count: Int)] {
        try transaction.rows(
            """
            SELECT substr(subject, 1, CAST(\(FailureSubject.commonBytes) AS INTEGER)) AS beginning, count(*) AS n FROM sign_in_failures
            GROUP BY 1 HAVING count(*) > \(maximum)
            """
        ).map { (try $0.get("beginning"), try $0.get("n")) }
    }

    /// Returns the rows to delete first: few failures of addresses that were typed once, then counts that delay no
    /// sign-in yet; of these the oldest.
    static func leastNeeded(_ beginning: Data, limit: Int, _ transaction: any ReadTransaction) throws -> [Data] {
        let rest = 32 - FailureSubject.commonBytes
        let (first, last) = (
            beginning + Data(repeating: 0, count: rest), beginning + Data(repeating: 0xFF, count: rest)
        )
        return try transaction.rows(
            """
            SELECT subject FROM sign_in_failures WHERE subject BETWEEN \(first) AND \(last)
            ORDER BY CASE WHEN failures < 10 THEN 0 WHEN failures < \(ConsecutiveFailures.free) THEN 1 ELSE 2 END, last_failed_at
            LIMIT \(limit)
            """
        ).map { try $0.get("subject") }
    }

    static func forget(
        before cutoff: Timestamp,
        fewer: Int,
        limit: Int,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        try transaction.execute(
            """
            DELETE FROM sign_in_failures WHERE subject IN (
                SELECT subject FROM sign_in_failures WHERE last_failed_at < \(cutoff) AND failures < \(fewer) LIMIT \(limit))
            """
        )
    }
}
