/// Finds which entries of a `FROM` clause are restricted to one tenant by the conditions around them.
///
/// An entry is restricted when a condition that every row must meet compares its `tenant_id` with a bound value, or
/// with the `tenant_id` of a restricted entry. A condition under `OR`, `NOT`, `CASE` or another comparison than `=`
/// restricts nothing.
struct TenantConditions {
    private enum Side {
        case entry(Int)
        case parameter(Int)
        /// The tenant of an outer query or a subquery, which is checked there.
        case checkedElsewhere
        case other
    }

    static let column = "tenant_id"

    let sources: [TableSource]
    let hasTenant: [Bool]
    let outer: Set<String>
    let allowsSubquery: Bool
    /// The positions of the parameters that a `tenant_id` is compared with.
    private(set) var parameters: [Int] = []
    private var held: Set<Int> = []
    private var links: [(from: Int, to: Int)] = []

    init(sources: [TableSource], tables: Set<String>, outer: Set<String>, allowsSubquery: Bool) {
        self.sources = sources
        self.outer = outer
        self.allowsSubquery = allowsSubquery
        hasTenant = sources.map { $0.table.map(tables.contains) ?? false }
    }

    /// - Returns: the table of the first unrestricted entry; nil when there is none.
    mutating func tableWithoutTenant(where filter: [SQLToken]) -> String? {
        record(filter, only: nil)
        // A RIGHT or FULL JOIN adds rows that meet no ON condition.
        if !sources.contains(where: { $0.join == .full }) {
            for (index, source) in sources.enumerated() {
                record(source.condition, only: source.join == .left ? index : nil)
                noteShared(source, at: index)
            }
        }
        spread()
        return sources.indices.first { hasTenant[$0] && !held.contains($0) }.flatMap { sources[$0].table }
    }

    private mutating func record(_ condition: [SQLToken], only: Int?) {
        for (left, right) in Self.equalities(condition) {
            switch (side(left), side(right)) {
            case (.entry(let entry), .parameter(let place)), (.parameter(let place), .entry(let entry)):
                parameters.append(place)
                if only == nil || only == entry { held.insert(entry) }
            case (.entry(let entry), .checkedElsewhere), (.checkedElsewhere, .entry(let entry)):
                if only == nil || only == entry { held.insert(entry) }
            case (.entry(let one), .entry(let other)):
                if only == nil || only == other { links.append((one, other)) }
                if only == nil || only == one { links.append((other, one)) }
            default: break
            }
        }
    }

    /// Handles `USING (tenant_id)` and `NATURAL`.
    private mutating func noteShared(_ source: TableSource, at index: Int) {
        guard hasTenant[index], source.isNatural || source.using.contains(Self.column) else { return }
        for other in 0..<index where hasTenant[other] {
            links.append((other, index))
            if source.join == .inner { links.append((index, other)) }
        }
    }

    private mutating func spread() {
        var count = -1
        while count != held.count {
            count = held.count
            for link in links where held.contains(link.from) { held.insert(link.to) }
        }
    }

    private func side(_ tokens: [SQLToken]) -> Side {
        if tokens.count == 1, case .parameter(let place) = tokens[0] { return .parameter(place) }
        if tokens.count == 1, case .group(let inner) = tokens[0] {
            return allowsSubquery && inner.isQuery ? .checkedElsewhere : .other
        }
        guard tokens.last?.identifier == Self.column else { return .other }
        switch tokens.count {
        case 1: return bareColumn
        case 3 where tokens[1].isSymbol("."): return column(of: tokens[0].identifier ?? "")
        default: return .other
        }
    }

    private var bareColumn: Side {
        if let entry = hasTenant.firstIndex(of: true) { return .entry(entry) }  // two would be ambiguous to SQLite
        return outer.isEmpty && sources.allSatisfy { $0.table != nil } ? .other : .checkedElsewhere
    }

    private func column(of alias: String) -> Side {
        guard let entry = sources.firstIndex(where: { $0.alias == alias }) else {
            return outer.contains(alias) ? .checkedElsewhere : .other
        }
        return hasTenant[entry] ? .entry(entry) : .checkedElsewhere
    }

    /// Returns each `a = b` that a condition always requires, with row values split.
    private static func equalities(_ condition: [SQLToken]) -> [([SQLToken], [SQLToken])] {
        guard !condition.contains(where: { $0.isWord("or") }) else { return [] }
        return condition.parts { $0.isWord("and") }.flatMap { part -> [([SQLToken], [SQLToken])] in
            if part.count == 1, case .group(let inner) = part[0], !inner.isQuery { return equalities(inner) }
            let sides = part.parts { $0.isSymbol("=") || $0.isSymbol("==") }
            guard sides.count == 2 else { return [] }
            return pairs(sides[0], sides[1])
        }
    }

    private static func pairs(_ left: [SQLToken], _ right: [SQLToken]) -> [([SQLToken], [SQLToken])] {
        guard left.count == 1, right.count == 1, case .group(let one) = left[0], case .group(let other) = right[0],
            !one.isQuery, !other.isQuery
        else { return [(left, right)] }
        let (first, second) = (one.commaParts, other.commaParts)
        return first.count == second.count ? Array(zip(first, second)) : []
    }
}
