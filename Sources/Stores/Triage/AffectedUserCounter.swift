import Database
import Domain

/// Counts the users whom failures affect, from the latest events of each.
///
/// An installation counts as a user while no user of it is known. Both have numbers of one table, so one number is one
/// user.
struct AffectedUserCounter {
    /// The number of events and of users that are looked at for each failure; beyond them the counts are lower bounds.
    struct Bounds {
        let events: Int
        let users: Int
        /// The number of events of a user that are looked at for a success.
        let eventsAfter: Int

        /// The users of all failures of a list together: their later events take more time than all else in it.
        static let maximumUsersOfList = 10_000

        static let ofPage = Bounds(events: 20_000, users: 2000, eventsAfter: 500)

        /// - Parameter failures: the number of failures in the list.
        static func ofList(of failures: Int) -> Bounds {
            Bounds(events: 2000, users: min(200, maximumUsersOfList / max(1, failures)), eventsAfter: 50)
        }
    }

    struct Affected {
        let users: Int
        /// The events that were looked at, up to one more than the bound.
        let events: Int
    }

    let tenant: Int
    let from: Timestamp
    let release: String?
    let bounds: Bounds

    /// - Returns: in the order of the failures.
    func affected(by failures: [Int], _ transaction: any ReadTransaction) throws -> [Affected] {
        try transaction.rows(
            of: failures.map { failure in
                """
                SELECT count(*) AS events, count(DISTINCT e.person) AS people
                FROM (\(sql: latest(failure, limit: bounds.events + 1))) AS e
                """
            }
        ).map { rows in
            guard let row = rows.first else { return Affected(users: 0, events: 0) }
            return Affected(users: try row.get("people"), events: try row.get("events"))
        }
    }

    /// Counts those who had no success after the last of the events.
    /// - Returns: in the order of the failures.
    func stillOut(of failures: [(number: Int, stage: Stage)], _ transaction: any ReadTransaction) throws -> [Int] {
        try transaction.rows(
            of: failures.map { "SELECT count(*) AS n FROM (\(sql: out(of: $0))) AS o" }
        ).map { try $0.first?.get("n") ?? 0 }
    }

    /// Those who had no success after the last of the events.
    private func out(of failure: (number: Int, stage: Stage)) -> SQL {
        """
        SELECT p.person AS person FROM (
            SELECT e.person AS person, max(e.occurred_at) AS last
            FROM (\(sql: latest(failure.number, limit: bounds.events))) AS e
            WHERE e.person IS NOT NULL GROUP BY e.person ORDER BY max(e.occurred_at) DESC LIMIT \(bounds.users)) AS p
        WHERE NOT EXISTS (\(sql: success(failure.stage, where: "g.user_id = p.person")))
            AND NOT EXISTS (\(sql: success(failure.stage, where: "g.installation_id = p.person")))
        """
    }

    /// Counts the users of several failures, each once. Still out is who is out of one of them.
    /// - Parameter isWhole: false when there are more failures.
    func together(
        _ failures: [(number: Int, stage: Stage, count: Int)],
        isWhole: Bool,
        _ transaction: any ReadTransaction
    ) throws -> AffectedUsers {
        guard !failures.isEmpty else { return .none }
        let each = try affected(by: failures.map(\.number), transaction)
        let everyone = failures.map { failure -> SQL in
            "SELECT e.person AS person FROM (\(sql: latest(failure.number, limit: bounds.events))) AS e"
        }
        let stillOut = failures.map { failure -> SQL in
            "SELECT o.person AS person FROM (\(sql: out(of: (failure.number, failure.stage)))) AS o"
        }
        let numbers: [Int] = try transaction.rows(
            of: [everyone, stillOut].map { "SELECT count(DISTINCT x.person) AS n FROM (\(sql: .union($0))) AS x" }
        ).map { try $0.first?.get("n") ?? 0 }
        return AffectedUsers(
            affected: numbers[0],
            stillOut: numbers[1],
            isComplete: isWhole && zip(each, failures).allSatisfy { isComplete($0, of: $1.count) }
        )
    }

    /// - Parameter failures: with the events that were counted; fewer are there when some were deleted, or have no row.
    func users(
        of failures: [(number: Int, stage: Stage, count: Int)],
        _ transaction: any ReadTransaction
    ) throws -> [AffectedUsers] {
        let affected = try affected(by: failures.map(\.number), transaction)
        let stillOut = try stillOut(of: failures.map { ($0.number, $0.stage) }, transaction)
        return failures.indices.map { place in
            AffectedUsers(
                affected: affected[place].users,
                stillOut: stillOut[place],
                isComplete: isComplete(affected[place], of: failures[place].count)
            )
        }
    }

    private func isComplete(_ affected: Affected, of count: Int) -> Bool {
        affected.events >= count && affected.events <= bounds.events && affected.users <= bounds.users
    }

    private func latest(_ failure: Int, limit: Int) -> SQL {
        let ofRelease: SQL =
            release.map {
                "e.shape_id IN (SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND s.failure_id = \(failure) AND s.app_version = \($0))"
            } ?? "TRUE"
        return """
            SELECT coalesce(e.user_id, e.installation_id) AS person, e.occurred_at AS occurred_at FROM events e
            WHERE e.tenant_id = \(tenant) AND e.failure_id = \(failure) AND e.occurred_at >= \(from) AND \(sql: ofRelease)
            ORDER BY e.occurred_at DESC LIMIT \(limit)
            """
    }

    private func success(_ stage: Stage, where user: SQL) -> SQL {
        """
        SELECT 1 FROM (
            SELECT g.tenant_id AS tenant_id, g.shape_id AS shape_id FROM events g
            WHERE g.tenant_id = \(tenant) AND \(sql: user) AND g.occurred_at > p.last
            ORDER BY g.occurred_at LIMIT \(bounds.eventsAfter)) AS g
        JOIN shapes s ON s.tenant_id = g.tenant_id AND s.id = g.shape_id
        WHERE s.tenant_id = \(tenant) AND s.outcome = \(Outcome.success) AND s.stage IN \(list: stage.recoveries)
        """
    }
}
