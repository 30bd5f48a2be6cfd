import Database
import Domain
import Foundation
import UseCases

/// Finds the attempts of a list, by walking through the events that match.
///
/// An attempt is listed at its latest event that matches, so that it is on one page only. Events of a user, a session, an
/// installation or a failure have an index; for those of a release, or of attempts that never arrived, the counts say in
/// which minutes there are any.
struct AttemptWalk {
    /// The events that one page walks through. A page that ends with them has fewer attempts, and a next page.
    static let walkedEvents = 1000
    /// The later events of an attempt that are looked at for one that matches too. A real attempt has a dozen; one to which
    /// a client adds events without end is listed where its next events do not match.
    static let laterEvents = 500

    /// An attempt with its place.
    struct Found {
        let attempt: TraceID
        let place: EventPlace
    }

    let filter: AttemptFilter
    let tenant: Int
    let kept: CountRetention

    private static let keyset = Keyset(
        after: { "(e.occurred_at, e.seq) < (\(try $0.number()), \(try $0.sequence()))" },
        before: { "(e.occurred_at, e.seq) > (\(try $0.number()), \(try $0.sequence()))" },
        order: "e.occurred_at DESC, e.seq DESC",
        reversed: "e.occurred_at ASC, e.seq ASC"
    )

    func page(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> Page<Found> {
        var walk = Walk(isBackward: request.cursor?.direction == .backward)
        if isByShape {
            try walkHours(&walk, request, transaction)
        } else {
            try take(nil, &walk, request, transaction)
        }
        let page = Keyset.page(walk.found, request) { ($0.place.key, $0.place.id) }
        guard walk.isCutShort, walk.found.count <= request.limit, let last = walk.last else {
            return Page(items: page.items, next: page.next, previous: page.previous, isPartial: walk.isPartial)
        }
        return Page(
            items: page.items,
            next: walk.isBackward ? page.next : last.cursor(.forward),
            previous: walk.isBackward ? last.cursor(.backward) : page.previous,
            isPartial: walk.isPartial
        )
    }

    /// What a page has walked through so far.
    struct Walk {
        let isBackward: Bool
        var found: [Found] = []
        var walked = 0
        /// The last place that was walked to.
        var last: EventPlace?
        var isCutShort = false
        /// Whether attempts may be on no page, because too many shapes match.
        var isPartial = false
    }

    private var hasSubject: Bool { filter.user != nil || filter.session != nil || filter.installation != nil }

    /// Whether only what shapes hold is asked for, which no index of events has.
    private var isByShape: Bool { (filter.release != nil || !filter.neverArrived.isEmpty) && !hasIndex }

    private var hasIndex: Bool { filter.failure != nil || hasSubject }

    /// Walks through one range of time, or all of it.
    func take(
        _ range: Range<Int64>?,
        _ walk: inout Walk,
        _ request: PageRequest,
        _ transaction: any ReadTransaction
    ) throws {
        let limit = Self.walkedEvents - walk.walked
        let rows = try transaction.rows(try statement(range, request, limit: limit))
        walk.walked += rows.count
        for row in rows {
            guard let attempt = TraceID(bytes: Array(try row.get("attempt", as: Data.self))) else { continue }
            let place = EventPlace(occurredAt: try row.get("occurred_at"), seq: try row.get("seq"))
            walk.last = place
            let isListed = walk.found.contains { $0.attempt == attempt }
            if try row.get("is_elsewhere", as: Int64.self) == 0, !isListed {
                walk.found.append(Found(attempt: attempt, place: place))
            }
            if walk.found.count > request.limit { return }
        }
        if rows.count == limit { walk.isCutShort = true }
    }

    private func statement(_ range: Range<Int64>?, _ request: PageRequest, limit: Int) throws -> SQL {
        let plan = try Self.keyset.plan(request)
        let isBackward = request.cursor?.direction == .backward
        let within: [SQL] =
            range.map { ["e.occurred_at >= \($0.lowerBound)", "e.occurred_at < \($0.upperBound)"] } ?? []
        // The plus keeps SQLite from reading all attempts of the tenant to sort them.
        let conditions: [SQL] =
            ["e.tenant_id = \(tenant)", "+e.attempt_id IS NOT NULL", plan.condition] + within + matching(walked)
        let order: SQL = isBackward ? "k.occurred_at ASC, k.seq ASC" : "k.occurred_at DESC, k.seq DESC"
        return """
            SELECT k.occurred_at AS occurred_at, k.seq AS seq, x.value AS attempt,
                CAST(CASE WHEN EXISTS (
                    SELECT 1 FROM (
                        SELECT m.user_id AS user_id, m.session_id AS session_id, m.installation_id AS installation_id,
                            m.failure_id AS failure_id, m.shape_id AS shape_id
                        FROM events m WHERE m.tenant_id = \(tenant) AND m.attempt_id = k.attempt_id
                            AND m.occurred_at >= k.occurred_at AND (m.occurred_at, m.seq) > (k.occurred_at, k.seq)
                        LIMIT \(Self.laterEvents)) AS l
                    WHERE \(sql: .all(matching(.later)))
                ) THEN 1 \(sql: whenArrived) ELSE 0 END AS BIGINT) AS is_elsewhere
            FROM (
                SELECT e.attempt_id AS attempt_id, e.occurred_at AS occurred_at, e.seq AS seq FROM events e
                WHERE \(sql: .all(conditions)) ORDER BY \(sql: plan.order) LIMIT \(limit)) AS k
            CROSS JOIN subjects x WHERE x.tenant_id = \(tenant) AND x.id = k.attempt_id ORDER BY \(sql: order)
            """
    }

    /// The columns of an event that the filter is about.
    private struct Columns {
        let user: SQL
        let session: SQL
        let installation: SQL
        let failure: SQL
        let shape: SQL

        /// The events of an attempt are found by its number. The plus keeps other indexes out.
        static let later = Columns(
            user: "+l.user_id",
            session: "+l.session_id",
            installation: "+l.installation_id",
            failure: "+l.failure_id",
            shape: "+l.shape_id"
        )
    }

    /// A subject has fewer events than a failure, so that its index is the better one.
    private var walked: Columns {
        Columns(
            user: "e.user_id",
            session: "e.session_id",
            installation: "e.installation_id",
            failure: hasSubject ? "+e.failure_id" : "e.failure_id",
            shape: "e.shape_id"
        )
    }

    private func matching(_ columns: Columns) -> [SQL] {
        let rows = AttemptRows(tenant: tenant)
        let subjects: [(SQL, String?)] = [
            (columns.user, filter.user), (columns.session, filter.session), (columns.installation, filter.installation),
        ]
        var conditions = subjects.compactMap { column, text -> SQL? in
            text.map { "\(sql: column) = \(sql: rows.number(of: EventSubject.bytes($0)))" }
        }
        if let failure = filter.failure {
            conditions.append("\(sql: columns.failure) = \(sql: rows.number(of: failure))")
        }
        if !reasonsAndRelease.isEmpty {
            conditions.append(
                "\(sql: columns.shape) IN (SELECT s.id FROM shapes s WHERE \(sql: .all(shapeConditions)))"
            )
        }
        return conditions
    }

    var shapeConditions: [SQL] { ["s.tenant_id = \(tenant)"] + reasonsAndRelease }

    /// Why an attempt never arrived, one event tells and the user or the failure another: they are found by the latter then.
    private var reasonsAndRelease: [SQL] {
        let release: [SQL] = filter.release.map { ["s.app_version = \($0)"] } ?? []
        let reasons = hasIndex ? [] : filter.neverArrived.sorted { $0.rawValue < $1.rawValue }.map(\.shapeCondition)
        return release + (reasons.isEmpty ? [] : [.any(reasons)])
    }

    /// The case that the attempt of `k` arrived, where that rules it out.
    private var whenArrived: SQL {
        guard !filter.neverArrived.isEmpty else { return "" }
        return """
            WHEN EXISTS (
                SELECT 1 FROM (
                    SELECT n.shape_id AS shape_id FROM events n
                    WHERE n.tenant_id = \(tenant) AND n.attempt_id = k.attempt_id LIMIT \(Self.laterEvents)) AS a
                JOIN shapes s ON s.tenant_id = \(tenant) AND s.id = a.shape_id WHERE \(sql: NeverArrived.answer)
            ) THEN 1
            """
    }
}
