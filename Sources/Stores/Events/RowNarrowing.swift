import Database
import Domain
import StrictJSON
import UseCases

/// Finds the conditions on rows that an index answers: every event that matches a query passes them.
struct RowNarrowing {
    struct Result {
        enum Extent {
            case nothing
            /// So few rows pass that all of them are found at once.
            case few
            /// Many rows pass: their index finds those of a span of time.
            case many
            /// All rows can match: they are read in the order of time.
            case everything
        }

        static let nothing = Result(extent: .nothing)
        static let everything = Result(extent: .everything)

        let extent: Extent
        var conditions: [SQL] = []
        /// Whether an index has the rows in another order than that of time, so that they are sorted.
        var isUnordered = false
    }

    /// The number of message rows that one text may match.
    static let messages = 500
    /// The number of message rows above which many events are read in the order of time: SQLite takes no index for more.
    static let commonMessages = 64

    let resolved: ResolvedQuery
    let limits: EventWalk.Limits
    let transaction: any ReadTransaction

    func narrow() throws -> Result {
        guard resolved.subjectConditions.isEmpty else {
            return Result(extent: .few, conditions: resolved.rowConditions)
        }
        for conjunct in resolved.rest.conjuncts {
            guard let (entry, values) = subjects(conjunct) else { continue }
            let numbers: [Int] = try transaction.rows(
                """
                SELECT x.id AS id FROM subjects x
                WHERE x.tenant_id = \(resolved.tenant) AND x.value IN \(list: values.map(entry.bytes))
                """
            ).map { try $0.get("id") }
            guard let first = numbers.first else { return .nothing }
            let column = SQL(stringLiteral: entry.column)
            let areOfSubjects: SQL =
                numbers.count == 1 ? "e.\(sql: column) = \(first)" : "e.\(sql: column) IN \(list: numbers)"
            return Result(
                extent: .few,
                conditions: [areOfSubjects] + resolved.failureCondition(isIndexed: false)
            )
        }
        let ofFailure = resolved.failureCondition(isIndexed: true)
        return ofFailure.isEmpty ? try messages() : Result(extent: .few, conditions: ofFailure)
    }

    /// The values of one user, session, installation or attempt that a condition asks for.
    private func subjects(_ condition: EventCondition) -> (RowColumns.Entry, [String])? {
        let alternatives: [EventCondition] =
            switch condition {
            case .any(let conditions): conditions
            case .test: [condition]
            case .everything, .nothing, .not, .all: []
            }
        guard case .test(let first)? = alternatives.first,
            let entry = RowColumns.all.first(where: { first.field == .dimension($0.dimension) })
        else { return nil }
        var values: [String] = []
        for alternative in alternatives {
            guard case .test(let test) = alternative, test.field == first.field, case .equals(let text) = test.rule
            else { return nil }
            values.append(text.text)
        }
        return (entry, values)
    }

    private func messages() throws -> Result {
        let patterns = resolved.rest.conjuncts.compactMap(Self.messagePattern)
        guard !patterns.isEmpty, try !hasErrorsInRows() else { return .everything }
        let likes: [SQL] = patterns.map { "lower(m.text) LIKE \($0) ESCAPE '\\'" }
        let ids: [Int] = try transaction.rows(
            """
            SELECT m.id AS id FROM messages m WHERE m.tenant_id = \(resolved.tenant) AND \(sql: .all(likes))
            ORDER BY m.id DESC LIMIT \(Self.messages + 1)
            """
        ).map { try $0.get("id") }
        if ids.isEmpty { return .nothing }
        guard ids.count <= Self.messages else { return .everything }
        let count: Int =
            try transaction.value(
                """
                SELECT count(*) AS n FROM (
                    SELECT 1 FROM events WHERE tenant_id = \(resolved.tenant) AND message_id IN \(paddedList: ids)
                        AND occurred_at >= \(resolved.filters.from) AND occurred_at < \(resolved.filters.to)
                    LIMIT \(limits.rareRows + 1)) AS found
                """
            ) ?? 0
        let areOfMessages: SQL = "e.message_id IN \(paddedList: ids)"
        if count <= limits.rareRows { return Result(extent: .few, conditions: [areOfMessages], isUnordered: true) }
        guard ids.count <= Self.commonMessages else { return .everything }
        return Result(extent: .many, conditions: [areOfMessages])
    }

    /// Whether errors of the time may have no row of `messages`, because the tenant had too many new ones.
    private func hasErrorsInRows() throws -> Bool {
        // A client's clock may be ahead of the day of receipt.
        let day = resolved.filters.from.milliseconds / CountWindow.Span.day.width - 1
        return try transaction.row(
            """
            SELECT 1 AS found FROM event_growth g
            WHERE g.tenant_id = \(resolved.tenant) AND g.day >= \(day) AND g.messages >= \(EventDictionary.messagesPerDay)
            LIMIT 1
            """
        ) != nil
    }

    /// The pattern for `LIKE` that each matching message has in lower case: the longest piece of the text. There is only
    /// ASCII in it, because engines differ in the case of other letters, and only one piece, because several cost more
    /// than a step for each character.
    private static func messagePattern(_ condition: EventCondition) -> String? {
        guard case .test(let test) = condition, test.field == .message, case .matches(let pattern) = test.rule else {
            return nil
        }
        let pieces = pattern.parts.flatMap { $0.split { !(0x20...0x7E).contains($0) } }
        guard let longest = pieces.max(by: { $0.count < $1.count }) else { return nil }
        let text = String(decoding: longest, as: UTF8.self)
        let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
        return "%\(escaped)%"
    }
}
