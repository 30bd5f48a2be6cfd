import Database
import Foundation

/// The parts of an engine's plan that a rule is about.
struct StatementPlan {
    /// One use of a table.
    struct Use {
        /// The table, or the name that the statement gives it.
        let name: String
        /// The condition by which rows are found in an index; nil when all rows are walked.
        var condition: String?
    }

    let engine: DatabaseEngine
    let uses: [Use]

    init(_ lines: [String], of engine: DatabaseEngine) {
        self.engine = engine
        switch engine {
        case .sqlite: uses = Self.sqliteUses(lines)
        case .postgres: uses = Self.postgresUses(lines)
        }
    }

    /// Reads the lines of a plan, each with two spaces for each level below another line.
    ///
    /// `MATERIALIZE c` and `CO-ROUTINE c` begin a subquery named `c`; its own lines are below, and `SCAN c` beside it reads
    /// its result, whatever table has the same name.
    private static func sqliteUses(_ lines: [String]) -> [Use] {
        var subqueries: Set<String> = []
        return lines.compactMap { line in
            let level = String(line.prefix { $0 == " " })
            let words = line.split(separator: " ").map(String.init)
            if words.count > 1, ["MATERIALIZE", "CO-ROUTINE"].contains(words[0]) {
                subqueries.insert(level + words[1])
            }
            guard let use = sqliteUse(String(line.dropFirst(level.count))) else { return nil }
            return subqueries.contains(level + use.name) ? nil : use
        }
    }

    /// Reads `SCAN users` and `SEARCH u USING INDEX users_by_email (tenant_id=? AND email=?)`
    /// (<https://www.sqlite.org/eqp.html>).
    private static func sqliteUse(_ line: String) -> Use? {
        let words = line.split(separator: " ")
        guard words.count > 1, ["SCAN", "SEARCH"].contains(words[0]) else { return nil }
        var use = Use(name: String(words[1]))
        if words[0] == "SEARCH", let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close
        {
            use.condition = String(line[line.index(after: open)..<close])
        }
        return use
    }

    /// Reads `Seq Scan on users u`, `Index Scan using users_pkey on users u` and `Bitmap Index Scan on users_pkey`, each
    /// with the line `Index Cond: …` below it. A bitmap scan names the index only; it belongs to the `Bitmap Heap Scan`
    /// above it.
    private static func postgresUses(_ lines: [String]) -> [Use] {
        // The planner saw that no row can be found, and reads none.
        guard !lines.contains(where: { $0.contains("One-Time Filter: false") }) else { return [] }
        var uses: [Use] = []
        for line in lines {
            let text = line.trimmingPrefix { $0 == " " || $0 == "-" || $0 == ">" }
            if let place = text.range(of: " on "), text[..<place.lowerBound].contains("Scan") {
                guard !text.hasPrefix("Bitmap Index Scan"), !text.hasPrefix("Subquery Scan") else { continue }
                uses.append(Use(name: String(text[place.upperBound...].prefix { $0 != " " })))
            } else if text.hasPrefix("Index Cond: "), let last = uses.indices.last {
                uses[last].condition = String(text.dropFirst("Index Cond: ".count))
            }
        }
        return uses
    }
}
