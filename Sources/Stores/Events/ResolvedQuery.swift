import Database
import Domain
import UseCases

/// A query of one tenant, taken apart by what answers it: the shapes, indexes of the rows, or the rows one by one.
struct ResolvedQuery {
    let tenant: Int
    /// The filters, and the span of time that the condition leaves. Its text and its condition are in the other
    /// properties.
    let filters: EventQuery
    /// The shapes that the condition and the filters select; nil when they ask nothing of shapes.
    let shapes: ShapeSet?
    /// What the shapes and the span of time leave to decide for each row.
    let rest: EventCondition
    /// The conditions on `s`, the table of shapes, for counts; nil when counts cannot answer the condition.
    let countedShapes: [SQL]?
    /// Whether the totals by stage and outcome answer it.
    let needsOnlyTotals: Bool
    /// Whether the condition shortens the span of time.
    let hasOwnTimes: Bool
    /// Whether it is known that no event matches.
    let isEmpty: Bool
    /// The time from which relative times count.
    let now: Timestamp
    /// The counts that are there.
    let kept: CountRetention
    let shapeCache: ShapeCache
    let scope: Scope

    /// Which events are sought.
    enum Scope {
        case all
        case ofFailures
        /// - Parameter failure: the number of the failure that events must have; nil for every event.
        case ofAttempts(failure: Int?)
    }

    init(
        _ query: EventQuery,
        of tenant: Int,
        now: Timestamp,
        kept: CountRetention,
        _ shapeCache: ShapeCache,
        scope: Scope = .all,
        _ transaction: any ReadTransaction
    ) throws {
        let selection = query.selectionWithoutFilters(now: now)
        let split = selection.condition.split
        var filters = query
        filters.from = selection.from
        filters.to = max(selection.from, selection.to)
        filters.condition = .everything
        filters.text = nil
        var columns = Self.shapeConditions(filters)
        if case .ofFailures = scope { columns.append("s.failure_id IS NOT NULL") }
        var shapes: ShapeSet?
        if !selection.isEmpty, split.shapes != .everything || !columns.isEmpty {
            shapes = try ShapeSet(split.shapes, columns, of: tenant, transaction)
        }
        self.tenant = tenant
        self.filters = filters
        self.shapes = shapes
        self.now = now
        self.kept = kept
        self.shapeCache = shapeCache
        self.scope = scope
        let rest = [split.times, split.rest]
        // Rows answer for the shapes that were not looked at.
        let unanswered = shapes?.isComplete == false ? filters.conditions(ShapeColumns.has) + [split.shapes] : []
        self.rest = .all(of: unanswered + rest)
        if rest.allSatisfy({ $0 == .everything }), split.shapes == .everything {
            countedShapes = columns
        } else if rest.allSatisfy({ $0 == .everything }), let shapes, shapes.isComplete {
            countedShapes = ["s.id IN \(list: shapes.ids)"]
        } else {
            countedShapes = nil
        }
        needsOnlyTotals =
            split.shapes == .everything
            && filters.conditions { ShapeColumns.has($0) && $0 != .stage && $0 != .outcome }.isEmpty
        hasOwnTimes = selection.from != query.from || selection.to != query.to
        isEmpty = selection.isEmpty || shapes.map { $0.isComplete && $0.ids.isEmpty } == true
    }

    /// The shapes that the rows must have; nil when the shape does not decide.
    var rowShapes: [Int]? { shapes.flatMap { $0.isComplete ? $0.ids : nil } }

    /// The condition on `c`, the counts, that they have the shapes; none when every shape is asked for.
    var shapesOfCounts: [SQL] {
        guard let countedShapes, !countedShapes.isEmpty else { return [] }
        return [
            """
            +c.shape_id IN (
                SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(countedShapes)))
            """
        ]
    }

    /// Whether rows must be looked at one by one to count them.
    var countsNeedWalk: Bool { rowConditions.isEmpty ? countedShapes == nil : needsWalk }

    /// Whether rows must be looked at one by one: because no statement says what is asked, or because one could pass any number
    /// of rows without an attempt.
    var needsWalk: Bool { rest != .everything || isAboutAttempts && (shapes == nil || !rowConditions.isEmpty) }

    /// Whether events without an attempt are left out.
    var isAboutAttempts: Bool { if case .ofAttempts = scope { true } else { false } }

    /// The conditions of the filters on `s`, the table of shapes.
    static func shapeConditions(_ query: EventQuery) -> [SQL] {
        ShapeColumns.all.compactMap { entry in
            query[entry.dimension].map { "s.\(sql: entry.column) = \($0)" }
        }
    }

    /// The conditions of the filters on `e`, the rows, which an index answers.
    var rowConditions: [SQL] { subjectConditions + failureCondition(isIndexed: subjectConditions.isEmpty) }

    /// Those on users, sessions, installations and attempts.
    var subjectConditions: [SQL] {
        RowColumns.all.compactMap { entry in
            guard let text = filters[entry.dimension] else { return nil }
            return """
                e.\(sql: SQL(stringLiteral: entry.column)) = (
                    SELECT x.id FROM subjects x WHERE x.tenant_id = \(tenant) AND x.value = \(entry.bytes(text)))
                """
        }
    }

    /// That on the failure, if there is one. A subject has fewer events than a failure, so that its index is the better one.
    func failureCondition(isIndexed: Bool) -> [SQL] {
        guard case .ofAttempts(let failure?) = scope else { return [] }
        return [isIndexed ? "e.failure_id = \(failure)" : "+e.failure_id = \(failure)"]
    }
}
