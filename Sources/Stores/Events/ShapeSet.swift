import Database
import Domain
import StrictJSON

/// The shapes of a tenant that a query selects.
struct ShapeSet {
    /// The maximum number of shapes that are looked at for one query, the latest.
    static let maximum = 20_000

    /// The latest first.
    let ids: [Int]
    /// False when the tenant has more shapes than were looked at.
    let isComplete: Bool

    /// - Parameters:
    ///   - condition: about shapes alone: it is evaluated once for each shape.
    ///   - filters: conditions on `s`, the table of shapes.
    init(_ condition: EventCondition, _ filters: [SQL], of tenant: Int, _ transaction: any ReadTransaction) throws {
        let columns = ShapeColumns.tested(by: condition)
        let names = columns.map { SQL("s.\(sql: $0.column) AS \(sql: $0.column)") }
        let rows = try transaction.rows(
            """
            SELECT \(sql: .list(["s.id AS id"] + names)) FROM shapes s
            WHERE s.tenant_id = \(tenant) AND \(sql: .all(filters + Self.narrowing(condition)))
            ORDER BY s.id DESC LIMIT \(Self.maximum + 1)
            """
        )
        isComplete = rows.count <= Self.maximum
        ids = try rows.prefix(Self.maximum).filter { row in
            let values = try ShapeColumns.values(columns, in: row)
            return condition.matches { values[$0] }
        }.map { try $0.get("id") }
    }

    /// What the database can test: the values that must be equal, present or absent. Every matching shape passes.
    private static func narrowing(_ condition: EventCondition) -> [SQL] {
        condition.conjuncts.compactMap { conjunct in
            switch conjunct {
            case .test(let test): narrowing(test)
            case .not(let test) where test.rule == .exists: column(of: test).map { "s.\(sql: $0) IS NULL" }
            case .any(let alternatives): narrowing(alternatives)
            case .everything, .nothing, .not, .all: nil
            }
        }
    }

    /// Values of one column.
    private static func narrowing(_ alternatives: [EventCondition]) -> SQL? {
        guard case .test(let first)? = alternatives.first, let column = column(of: first) else { return nil }
        var values: [String] = []
        for alternative in alternatives {
            guard case .test(let test) = alternative, test.field == first.field, case .equals(let text) = test.rule
            else { return nil }
            values.append(text.text)
        }
        return "s.\(sql: column) IN \(list: values)"
    }

    private static func narrowing(_ test: EventTest) -> SQL? {
        guard let column = column(of: test) else { return nil }
        switch test.rule {
        case .equals(let text): return "s.\(sql: column) = \(text.text)"
        case .exists: return "s.\(sql: column) IS NOT NULL"
        case .matches, .version, .duration, .time: return nil
        }
    }

    private static func column(of test: EventTest) -> SQL? {
        guard case .dimension(let dimension) = test.field else { return nil }
        return ShapeColumns.entry(dimension)?.column
    }
}
