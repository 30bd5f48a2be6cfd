import Database
import Domain
import UseCases

/// Charts and facets, from the counts; from rows only when the query asks for what the counts do not know.
struct EventCounts {
    /// Columns of a chart, at most.
    static let columns = 72
    /// Rows that are counted one by one, at most.
    static let rowLimit = 50_000
    /// Up to this range the minutes are read, beyond it the hours.
    static let minuteRange = Duration.hours(12)
    /// What a column may span, so that its edges are where people expect them.
    static let spans: [Duration] = [
        .minutes(1), .minutes(2), .minutes(5), .minutes(10), .minutes(15), .minutes(30), .hours(1), .hours(2), .hours(3), .hours(6),
        .hours(12),
        .days(1), .days(2), .days(7),
    ]

    let query: EventQuery
    let tenant: Int

    func histogram(_ transaction: any ReadTransaction) throws -> EventHistogram {
        let span = self.span
        let width = span.wholeMilliseconds
        let rows = query.needsRows ? try countedRows(width, transaction) : try counted(width, transaction)
        var columns: [Int64: [Outcome: Int]] = [:]
        var total = 0
        for row in rows {
            let n: Int = try row.get("n")
            columns[try row.get("start"), default: [:]][try row.get("outcome"), default: 0] += n
            total += n
        }
        let starts = stride(from: EventWriter.floor(query.from.milliseconds, width), to: query.to.milliseconds, by: Int(width))
        return EventHistogram(
            span: span,
            columns: starts.map { EventHistogram.Column(start: Timestamp(milliseconds: $0), counts: columns[$0] ?? [:]) },
            isComplete: !query.needsRows || total < Self.rowLimit)
    }

    func top(_ facet: EventFacet, limit: Int, _ transaction: any ReadTransaction) throws -> [FacetCount] {
        let column = facet.column
        let rows: [Row]
        if query.needsRows {
            rows = try transaction.rows(
                """
                SELECT \(sql: column) AS value, count(*) AS n FROM (\(sql: try matchingRows(transaction))) AS e
                JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
                WHERE s.tenant_id = \(tenant) GROUP BY \(sql: column) ORDER BY n DESC, value LIMIT \(limit)
                """)
        } else {
            rows = try transaction.rows(
                """
                SELECT \(sql: column) AS value, sum(c.n) AS n FROM \(sql: countsInRange)
                GROUP BY \(sql: column) ORDER BY n DESC, value LIMIT \(limit)
                """)
        }
        return try rows.map { FacetCount(value: try $0.find("value"), count: try $0.get("n")) }
    }

    private var span: Duration {
        let range = query.to.since(query.from)
        let usable = range <= Self.minuteRange ? Self.spans : Self.spans.filter { $0 >= .hours(1) }
        return usable.first { range.wholeMilliseconds / $0.wholeMilliseconds <= Int64(Self.columns) } ?? .days(7)
    }

    private var countsInRange: SQL {
        let isShort = query.to.since(query.from) <= Self.minuteRange
        let unit = isShort ? EventWriter.minute : EventWriter.hour
        let conditions = EventSearch(query: query, tenant: tenant).shapeConditions
        return """
            event_counts c JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            WHERE c.tenant_id = \(tenant) AND c.span = \(isShort ? "m" : "h")
                AND c.start >= \(EventWriter.floor(query.from.milliseconds, unit)) AND c.start < \(query.to) AND \(sql: .all(conditions))
            """
    }

    private func counted(_ width: Int64, _ transaction: any ReadTransaction) throws -> [Row] {
        try transaction.rows(
            """
            SELECT c.start / \(width) * \(width) AS start, s.outcome AS outcome, sum(c.n) AS n FROM \(sql: countsInRange)
            GROUP BY 1, 2
            """)
    }

    private func countedRows(_ width: Int64, _ transaction: any ReadTransaction) throws -> [Row] {
        try transaction.rows(
            """
            SELECT e.occurred_at / \(width) * \(width) AS start, s.outcome AS outcome, count(*) AS n
            FROM (\(sql: try matchingRows(transaction))) AS e
            JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
            WHERE s.tenant_id = \(tenant) GROUP BY 1, 2
            """)
    }

    private func matchingRows(_ transaction: any ReadTransaction) throws -> SQL {
        let search = EventSearch(query: query, tenant: tenant)
        let conditions = try search.conditions(try search.shapeIDs(transaction), transaction)
        return """
            SELECT e.tenant_id, e.occurred_at, e.shape_id FROM events e WHERE \(sql: .all(conditions))
            ORDER BY e.occurred_at DESC LIMIT \(Self.rowLimit)
            """
    }
}

extension EventFacet {
    fileprivate var column: SQL {
        switch self {
        case .source: "s.source"
        case .stage: "s.stage"
        case .outcome: "s.outcome"
        case .code: "s.code"
        case .provider: "s.provider"
        case .platform: "s.platform"
        case .environment: "s.environment"
        case .appVersion: "s.app_version"
        case .osVersion: "s.os_version"
        case .deviceModel: "s.device_model"
        }
    }
}
