import Database
import Domain
import Foundation

/// The statements that read events of one attempt, or beside it.
struct AttemptRows {
    /// The attributes of one event that are read, in characters. A client can send thousands of events with 200 KiB each,
    /// and the timer that inspects attempts reads them all: larger ones are read without attributes.
    private static let attributesOfStep = 16_384
    private static let attributesOfOthers = 16_384

    /// The numbers with the same reference of which the latest are looked at.
    private static let sameReference = 500

    /// The tenant's number.
    let tenant: Int

    /// The events that a time line shows.
    func ofAttempt(_ attempt: TraceID, isLatestFirst: Bool = false, limit: Int) -> SQL {
        ofAttempt(attempt, isLatestFirst, attributes: Self.attributesOfStep, limit)
    }

    /// The latest events, for a list of attempts.
    func latestOfAttempt(_ attempt: TraceID, limit: Int) -> SQL {
        ofAttempt(attempt, true, attributes: Self.attributesOfOthers, limit)
    }

    private func ofAttempt(_ attempt: TraceID, _ isLatestFirst: Bool, attributes: Int, _ limit: Int) -> SQL {
        events(
            ["e.attempt_id = \(sql: number(of: Data(attempt.bytes)))"],
            order: isLatestFirst ? Self.latestFirst : Self.earliestFirst,
            attributes: attributes,
            limit: limit
        )
    }

    func countOfAttempt(_ attempt: TraceID, limit: Int) -> SQL {
        """
        SELECT count(*) AS n FROM (
            SELECT 1 FROM events e WHERE e.tenant_id = \(tenant) AND e.attempt_id = \(sql: number(of: Data(attempt.bytes)))
            LIMIT \(limit)) AS found
        """
    }

    /// The attempts whose ids begin with some bytes, of the latest numbers with such ids. Users and sessions have numbers of
    /// the same kind, and no events as attempts.
    func withPrefix(_ prefix: [UInt8], limit: Int) -> SQL {
        let first = Data(prefix)
        let last = first + Data(repeating: 0xFF, count: TraceID.byteCount - first.count)
        return """
            SELECT k.value AS value, k.latest AS latest FROM (
                SELECT x.value AS value, (
                    SELECT max(e.occurred_at) FROM events e WHERE e.tenant_id = \(tenant) AND e.attempt_id = x.id) AS latest
                FROM (
                    SELECT n.id AS id, n.value AS value FROM subjects n
                    WHERE n.tenant_id = \(tenant) AND n.value >= \(first) AND n.value <= \(last)
                    ORDER BY n.id DESC LIMIT \(Self.sameReference)) AS x) AS k
            WHERE k.latest IS NOT NULL ORDER BY k.latest DESC LIMIT \(limit)
            """
    }

    /// Events within the span of an attempt that do not have its id.
    func beside(_ anchor: AttemptAnchor, with text: String, of dimension: EventDimension, limit: Int) -> SQL {
        events(
            [
                has(text, dimension), "e.occurred_at >= \(anchor.from)", "e.occurred_at < \(anchor.to)",
                "e.attempt_id IS NULL OR e.attempt_id <> \(sql: number(of: Data(anchor.attempt.bytes)))",
            ],
            order: Self.earliestFirst,
            limit: limit
        )
    }

    func before(_ time: Timestamp, with text: String, of dimension: EventDimension, limit: Int) -> SQL {
        events([has(text, dimension), "e.occurred_at < \(time)"], order: Self.latestFirst, limit: limit)
    }

    /// The wrong passwords of an account that the server compared.
    func guesses(_ search: GuessSearch, limit: Int) -> SQL {
        """
        SELECT \(sql: EventReader.columns(restUpTo: Self.attributesOfOthers)) FROM (
            SELECT r.tenant_id AS tenant_id, r.occurred_at AS occurred_at, r.seq AS seq FROM (
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq, e.shape_id AS shape_id
                FROM events e WHERE e.tenant_id = \(tenant) AND \(sql: has(search.account, .user))
                    AND e.occurred_at >= \(search.times.lowerBound) AND e.occurred_at <= \(search.times.upperBound)
                ORDER BY \(sql: Self.earliestFirst) LIMIT \(Attempts.readForGuesses)) AS r
            JOIN shapes s ON s.tenant_id = r.tenant_id AND s.id = r.shape_id
            WHERE s.source = \(EventSource.server) AND s.code = \(StoredEvent.wrongPassword)
            ORDER BY r.occurred_at, r.seq LIMIT \(limit)) AS k
        CROSS JOIN \(sql: EventReader.joined) WHERE e.tenant_id = \(tenant)
            AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
        ORDER BY \(sql: Self.earliestFirst)
        """
    }

    /// Events that name a request: those before its time, and those after it. No rows for an id without a time. Those of
    /// the server come first: a client can name a request in any number of events.
    func ofRequest(_ id: UUID, limit: Int) -> [SQL] {
        guard let time = id.version7Time else { return [] }
        return [
            ofRequest(
                id,
                time..<time + Attempts.afterRequest,
                Self.earliestFirst,
                read: Attempts.readAfterRequest,
                limit
            ),
            ofRequest(
                id,
                time - Attempts.beforeRequest..<time,
                Self.latestFirst,
                read: Attempts.readBeforeRequest,
                limit
            ),
        ]
    }

    private func ofRequest(_ id: UUID, _ span: Range<Timestamp>, _ order: SQL, read: Int, _ limit: Int) -> SQL {
        """
        SELECT \(sql: EventReader.columns(restUpTo: Self.attributesOfStep)) FROM (
            SELECT r.tenant_id AS tenant_id, r.occurred_at AS occurred_at, r.seq AS seq FROM (
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq, e.rest AS rest,
                    e.shape_id AS shape_id FROM events e
                WHERE e.tenant_id = \(tenant) AND e.occurred_at >= \(span.lowerBound) AND e.occurred_at < \(span.upperBound)
                ORDER BY \(sql: order) LIMIT \(read)) AS r
            JOIN shapes s ON s.tenant_id = r.tenant_id AND s.id = r.shape_id
            WHERE r.rest LIKE \("%\(id.hyphenated)%")
            ORDER BY CASE WHEN s.source = \(EventSource.server) THEN 0 ELSE 1 END, r.occurred_at, r.seq LIMIT \(limit)) AS k
        CROSS JOIN \(sql: EventReader.joined) WHERE e.tenant_id = \(tenant)
            AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
            AND e.occurred_at >= \(span.lowerBound) AND e.occurred_at < \(span.upperBound)
        ORDER BY \(sql: Self.earliestFirst)
        """
    }

    /// The shapes and durations of the latest events of a span, each with the number 1.
    func durations(from: Timestamp, to: Timestamp, limit: Int) -> SQL {
        """
        SELECT k.shape_id AS shape_id, k.duration_ms AS duration_ms, 1 AS n FROM (
            SELECT e.shape_id AS shape_id, e.duration_ms AS duration_ms FROM events e
            WHERE e.tenant_id = \(tenant) AND e.occurred_at >= \(from) AND e.occurred_at < \(to)
            ORDER BY e.occurred_at DESC LIMIT \(limit)) AS k
        WHERE k.duration_ms IS NOT NULL
        """
    }

    /// The condition for one user, session or installation.
    func has(_ text: String, _ dimension: EventDimension) -> SQL {
        let number = number(of: EventSubject.bytes(text))
        return switch dimension {
        case .user: "e.user_id = \(sql: number)"
        case .session: "e.session_id = \(sql: number)"
        case .installation: "e.installation_id = \(sql: number)"
        default: preconditionFailure("\(dimension) is not found by an index")
        }
    }

    /// The number of a subject, as a subquery.
    func number(of value: Data) -> SQL {
        "(SELECT x.id FROM subjects x WHERE x.tenant_id = \(tenant) AND x.value = \(value))"
    }

    private static let earliestFirst: SQL = "e.occurred_at ASC, e.seq ASC"
    private static let latestFirst: SQL = "e.occurred_at DESC, e.seq DESC"

    /// The keys are found before they are joined, so that few columns have to be sorted.
    private func events(_ conditions: [SQL], order: SQL, attributes: Int = attributesOfOthers, limit: Int) -> SQL {
        """
        SELECT \(sql: EventReader.columns(restUpTo: attributes)) FROM (
            SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq FROM events e
            WHERE \(sql: .all(["e.tenant_id = \(tenant)"] + conditions)) ORDER BY \(sql: order) LIMIT \(limit)) AS k
        CROSS JOIN \(sql: EventReader.joined) WHERE e.tenant_id = \(tenant)
            AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
        ORDER BY \(sql: order)
        """
    }
}
