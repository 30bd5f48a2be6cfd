import Database
import Domain

/// Counts the users whom failures affect, and those who are still out: all of them where they are few, else those of a
/// sample.
struct AffectedUserCounter {
    /// How many users of a failure, or of several together, are counted; where there are more, those of a sample are.
    /// The standard error of a sample of n users is at most 1/√n of their number: 1 % for 10,000.
    enum Accuracy: Int {
        case page = 20_000
        case list = 10_000
        /// Enough to order failures.
        case order = 2500
    }

    /// A sample with fewer users of a release says too little.
    private static let smallestSample = 2500
    /// The rows that are read for each user who is to be counted: a user has rows of several versions.
    private static let rowsOfUser = 10
    /// The samples that are counted first, to know how many more there should be.
    private static let firstSamples = 4

    private struct Count {
        var rows = 0
        var affected = 0
        var stillOut = 0

        init() {}

        init(_ row: Row) throws {
            rows = try row.get("n")
            affected = try row.get("affected")
            stillOut = try row.get("still_out")
        }

        static func + (left: Count, right: Count) -> Count {
            var sum = left
            sum.rows += right.rows
            sum.affected += right.affected
            sum.stillOut += right.stillOut
            return sum
        }
    }

    let tenant: Int
    let from: Timestamp
    /// The version of the app with which users met the failure; nil for every version.
    let release: String?

    /// - Returns: in the order of the failures.
    func users(
        of failures: [Int],
        _ accuracy: Accuracy,
        _ transaction: any ReadTransaction
    ) throws -> [AffectedUsers] {
        try counted(failures.map { [$0] }, users: accuracy.rawValue, transaction)
    }

    /// Counts the users of several failures, each once. Still out is who is out of one of them.
    /// - Parameter isWhole: false when there are more failures.
    func together(_ failures: [Int], isWhole: Bool, _ transaction: any ReadTransaction) throws -> AffectedUsers {
        guard !failures.isEmpty else { return .none }
        let users = try counted([failures], users: Accuracy.page.rawValue, transaction)[0]
        return AffectedUsers(
            affected: users.affected,
            stillOut: users.stillOut,
            isComplete: users.isComplete && isWhole,
            isEstimated: users.isEstimated
        )
    }

    /// - Parameters:
    ///   - groups: the failures whose users are counted together.
    ///   - users: the users of a group that are counted, about.
    private func counted(
        _ groups: [[Int]],
        users: Int,
        _ transaction: any ReadTransaction
    ) throws -> [AffectedUsers] {
        let first = try counts(groups.map { ($0, 0..<Self.firstSamples) }, transaction)
        let samples = first.map { Self.samples(after: $0, users) }
        let rest = try counts(zip(groups, samples).map { ($0, Self.firstSamples..<$1) }, transaction)
        let incomplete = try incomplete(Set(groups.joined()).sorted(), transaction)
        return groups.indices.map { place in
            let (sum, samples) = (first[place] + rest[place], samples[place])
            let isKnown = incomplete.isDisjoint(with: groups[place])
            let isWhole = samples == FailureUserRow.samples
            guard !isWhole, sum.affected >= min(users, Self.smallestSample) else {
                return AffectedUsers(
                    affected: sum.affected,
                    stillOut: sum.stillOut,
                    isComplete: isKnown && isWhole
                )
            }
            return AffectedUsers(
                affected: Self.scaled(sum.affected, samples),
                stillOut: Self.scaled(sum.stillOut, samples),
                isComplete: isKnown,
                isEstimated: true
            )
        }
    }

    /// - Parameter first: what is in the first samples.
    /// - Returns: how many samples have about as many users as wanted, and not too many rows.
    private static func samples(after first: Count, _ wanted: Int) -> Int {
        func samples(for first: Int, _ wanted: Int) -> Int {
            let all = first * FailureUserRow.samples / firstSamples
            return all > wanted ? max(firstSamples, FailureUserRow.samples * wanted / all) : FailureUserRow.samples
        }
        return min(samples(for: first.affected, wanted), samples(for: first.rows, wanted * rowsOfUser))
    }

    private static func scaled(_ count: Int, _ samples: Int) -> Int {
        (count * FailureUserRow.samples + samples / 2) / samples
    }

    private func counts(
        _ wanted: [(failures: [Int], samples: Range<Int>)],
        _ transaction: any ReadTransaction
    ) throws -> [Count] {
        let places = wanted.indices.filter { !wanted[$0].samples.isEmpty }
        let rows = try transaction.rows(of: places.map { count(wanted[$0].failures, wanted[$0].samples) })
        var counts = [Count](repeating: Count(), count: wanted.count)
        for (place, rows) in zip(places, rows) {
            if let row = rows.first { counts[place] = try Count(row) }
        }
        return counts
    }

    private func count(_ failures: [Int], _ samples: Range<Int>) -> SQL {
        let isCounted: SQL = release.map { "u.app_version = \($0)" } ?? "u.is_latest = 1"
        // A user has one latest row of a failure, and one of each version.
        let isOnce = failures.count == 1
        let (affected, stillOut): (SQL, SQL) = (
            "CASE WHEN \(sql: isCounted) THEN u.subject_id END",
            "CASE WHEN \(sql: isCounted) AND u.is_out = 1 THEN u.subject_id END"
        )
        let columns: SQL =
            isOnce
            ? "count(\(sql: affected)) AS affected, count(\(sql: stillOut)) AS still_out"
            : "count(DISTINCT \(sql: affected)) AS affected, count(DISTINCT \(sql: stillOut)) AS still_out"
        let ofFailures: SQL = isOnce ? "u.failure_id = \(failures[0])" : "u.failure_id IN \(list: failures)"
        return """
            SELECT count(*) AS n, \(sql: columns) FROM failure_users u
            WHERE u.tenant_id = \(tenant) AND \(sql: ofFailures) AND u.sample IN \(list: Array(samples))
                AND u.last_at >= \(from)
            """
    }

    /// Returns the failures some of whose users of the period are not known.
    func incomplete(_ failures: [Int], _ transaction: any ReadTransaction) throws -> Set<Int> {
        Set(
            try transaction.rows(
                """
                SELECT f.id AS id FROM failures f
                WHERE f.tenant_id = \(tenant) AND f.id IN \(list: failures) AND f.users_missing_at >= \(from)
                """
            ).map { try $0.get("id") }
        )
    }
}
