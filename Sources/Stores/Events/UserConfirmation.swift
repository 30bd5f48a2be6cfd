import Database
import Domain
import Foundation

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

        /// How long before an event the server may have recorded the step that confirms it: a session begins long before,
        /// an attempt does not. The limit leaves most days of PostgreSQL unread.
        var lookBack: Duration {
            switch self {
            case .session: .days(31)
            case .attempt: .days(1)
            }
        }

        /// The value as `subjects` holds it.
        func value(of content: EventContent) -> SubjectValue? {
            switch self {
            case .session: content[.session].map { SubjectValue(EventSubject.bytes($0)) }
            case .attempt: content.attempt.map { SubjectValue(Data($0.bytes)) }
            }
        }
    }

    /// That a user belongs to a session or an attempt.
    private struct Claim: Hashable {
        let link: Link
        let value: SubjectValue
        let user: SubjectValue
    }

    /// How long after an event the step may come: the client's clock, and a sign-in that takes its time.
    private static let lookAhead = Duration.days(1)

    let tenant: Int

    /// Returns the events with `hasConfirmedUser`.
    func marked(_ events: [StoredEvent], _ transaction: any ReadTransaction) throws -> [StoredEvent] {
        let claims = events.map(Self.claims)
        var times: [Claim: ClosedRange<Timestamp>] = [:]
        for (event, claims) in zip(events, claims) {
            let time = event.content.occurredAt
            for claim in claims {
                let known = times[claim] ?? time...time
                times[claim] = min(known.lowerBound, time)...max(known.upperBound, time)
            }
        }
        guard !times.isEmpty else { return events }
        let distinct = Array(times)
        let found = try transaction.rows(of: distinct.map { confirmation(of: $0.key, at: $0.value) })
        let confirmed = Set(zip(distinct, found).filter { !$0.1.isEmpty }.map(\.0.key))
        return zip(events, claims).map { event, claims in
            var event = event
            event.hasConfirmedUser = claims.contains(where: confirmed.contains)
            return event
        }
    }

    private static func claims(of event: StoredEvent) -> [Claim] {
        guard event.isUserClaimed, let user = event.content[.user] else { return [] }
        let value = SubjectValue(EventSubject.bytes(user))
        return Link.allCases.compactMap { link in
            link.value(of: event.content).map { Claim(link: link, value: $0, user: value) }
        }
    }

    private func confirmation(of claim: Claim, at times: ClosedRange<Timestamp>) -> SQL {
        let statement: SQL = """
            SELECT 1 AS found FROM (
                SELECT e.tenant_id AS tenant_id, e.user_id AS user_id, e.shape_id AS shape_id FROM events e
                WHERE e.tenant_id = \(tenant) AND e.\(sql: claim.link.column) = (
                    SELECT x.id FROM subjects x WHERE x.tenant_id = \(tenant) AND x.value = \(claim.value.bytes))
                    AND e.occurred_at >= \(times.lowerBound - claim.link.lookBack)
                    AND e.occurred_at <= \(times.upperBound + Self.lookAhead)
                ORDER BY e.occurred_at LIMIT \(Self.maximumRows)) AS k
            CROSS JOIN shapes s WHERE s.tenant_id = \(tenant) AND s.tenant_id = k.tenant_id AND s.id = k.shape_id
                AND s.source = \(EventSource.server) AND s.outcome = \(Outcome.success)
                AND k.user_id = (SELECT y.id FROM subjects y WHERE y.tenant_id = \(tenant) AND y.value = \(claim.user.bytes))
            LIMIT 1
            """
        return statement.keepingPlan()
    }
}
