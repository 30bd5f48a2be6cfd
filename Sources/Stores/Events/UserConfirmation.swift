import Database
import Domain

/// Finds out which of the users that clients name are confirmed: a successful step that the server recorded in the same
/// session or attempt names the same user. A failed one proves nothing, because it can name whom someone tried to be.
struct UserConfirmation {
    /// The earliest events of a session or an attempt that are read: a client can add any number to its own. Those of the
    /// server begin with the sign-in.
    static let maximumRows = 50

    private enum Link: CaseIterable {
        case session, attempt

        var column: SQL {
            switch self {
            case .session: "session_id"
            case .attempt: "attempt_id"
            }
        }

        var dimension: EventDimension {
            switch self {
            case .session: .session
            case .attempt: .attempt
            }
        }

        /// How long before an event the server may have recorded the step that confirms it: a session begins long before,
        /// an attempt does not. The limit leaves most days of PostgreSQL unread.
        var lookBack: Duration {
            switch self {
            case .session: .days(31)
            case .attempt: .days(1)
            }
        }
    }

    /// That a user belongs to a session or an attempt; by their numbers.
    private struct Claim: Hashable {
        let link: Link
        let number: Int
        let user: Int
    }

    /// How long after an event the step may come: the client's clock, and a sign-in that takes its time.
    private static let lookAhead = Duration.days(1)

    let tenant: Int

    /// Returns the events with `hasConfirmedUser`.
    func marked(_ found: [EventReader.Found], _ transaction: any ReadTransaction) throws -> [StoredEvent] {
        let claims = found.map(Self.claims)
        var times: [Claim: ClosedRange<Timestamp>] = [:]
        for (found, claims) in zip(found, claims) {
            let time = found.event.content.occurredAt
            for claim in claims {
                let known = times[claim] ?? time...time
                times[claim] = min(known.lowerBound, time)...max(known.upperBound, time)
            }
        }
        let distinct = Array(times)
        let steps = try transaction.rows(of: distinct.map { confirmation(of: $0.key, at: $0.value) })
        let confirmed = Set(zip(distinct, steps).filter { !$0.1.isEmpty }.map(\.0.key))
        return zip(found, claims).map { found, claims in
            var event = found.event
            event.hasConfirmedUser = claims.contains(where: confirmed.contains)
            return event
        }
    }

    private static func claims(of found: EventReader.Found) -> [Claim] {
        guard found.event.isUserClaimed, let user = found.subjects[.user] else { return [] }
        return Link.allCases.compactMap { link in
            found.subjects[link.dimension].map { Claim(link: link, number: $0, user: user) }
        }
    }

    private func confirmation(of claim: Claim, at times: ClosedRange<Timestamp>) -> SQL {
        let statement: SQL = """
            SELECT 1 AS found FROM (
                SELECT e.tenant_id AS tenant_id, e.user_id AS user_id, e.shape_id AS shape_id FROM events e
                WHERE e.tenant_id = \(tenant) AND e.\(sql: claim.link.column) = \(claim.number)
                    AND e.occurred_at >= \(times.lowerBound - claim.link.lookBack)
                    AND e.occurred_at <= \(times.upperBound + Self.lookAhead)
                ORDER BY e.occurred_at LIMIT \(Self.maximumRows)) AS k
            CROSS JOIN shapes s WHERE s.tenant_id = \(tenant) AND s.tenant_id = k.tenant_id AND s.id = k.shape_id
                AND s.source = \(EventSource.server) AND s.outcome = \(Outcome.success)
                AND k.user_id = \(claim.user)
            LIMIT 1
            """
        return statement.keepingPlan()
    }
}
