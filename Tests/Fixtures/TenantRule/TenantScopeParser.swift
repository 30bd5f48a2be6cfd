/// Reads how one statement uses the tables that have a `tenant_id`.
struct TenantScopeParser {
    private static let clauses: Set<String> = [
        "from", "where", "group", "having", "window", "order", "limit", "returning", "set",
    ]

    /// The tables with a `tenant_id`, in lower case.
    let tables: Set<String>
    /// Whether a subquery may yield the tenant, as where the number of a tenant is looked up.
    let allowsSubquery: Bool

    /// The tables with a `tenant_id` in the statement.
    private(set) var found: Set<String> = []
    /// The positions of the parameters that hold the tenant.
    private(set) var parameters: Set<Int> = []
    /// The violation, as the end of "the statement …".
    private(set) var violation: String?

    init(_ text: String, tables: Set<String>, allowsSubquery: Bool) {
        self.tables = tables
        self.allowsSubquery = allowsSubquery
        read(SQLTokens(text).all, outer: [])
    }

    // MARK: - Queries

    private mutating func read(_ tokens: [SQLToken], outer: Set<String>) {
        let tokens = readWith(tokens, outer: outer)
        switch tokens.first?.word {
        case "insert", "replace": readInsert(tokens, outer: outer)
        case "update": readUpdate(tokens, outer: outer)
        default:
            for query in Self.compound(tokens) { readSelectOrDelete(query, outer: outer) }
        }
    }

    /// Reads the subqueries of a `WITH`.
    /// - Returns: the tokens that follow it.
    private mutating func readWith(_ tokens: [SQLToken], outer: Set<String>) -> [SQLToken] {
        guard tokens.first?.isWord("with") == true else { return tokens }
        let main = tokens.firstIndex {
            ["select", "insert", "replace", "update", "delete", "values"].contains($0.word)
        }
        let heads = tokens[..<(main ?? tokens.endIndex)]
        readNested(Array(heads), outer: outer)
        return Array(tokens[(main ?? tokens.endIndex)...])
    }

    private static func compound(_ tokens: [SQLToken]) -> [[SQLToken]] {
        tokens.parts { ["union", "intersect", "except"].contains($0.word) }
            .map { $0.first?.isWord("all") == true ? Array($0.dropFirst()) : $0 }
    }

    private mutating func readSelectOrDelete(_ tokens: [SQLToken], outer: Set<String>) {
        let parts = Self.parts(tokens)
        readBlock(TableSourceReader.read(parts["from"] ?? []), parts, outer: outer)
    }

    private mutating func readUpdate(_ tokens: [SQLToken], outer: Set<String>) {
        let parts = Self.parts(tokens)
        var target = Array((parts["update"] ?? []))
        if target.first?.isWord("or") == true {
            if target.dropFirst().first?.isWord("replace") == true { rejectReplacing(in: target) }
            target.removeFirst(min(2, target.count))
        }
        let sources = TableSourceReader.read(target)
        if let table = sources.first?.table, tables.contains(table), Self.sets(parts["set"] ?? []) {
            record("changes the tenant_id of \(table)")
        }
        readBlock(sources + TableSourceReader.read(parts["from"] ?? []), parts, outer: outer)
    }

    private mutating func readBlock(_ sources: [TableSource], _ parts: [String: [SQLToken]], outer: Set<String>) {
        let inner = outer.union(sources.map(\.alias))
        for source in sources {
            if let table = source.table, tables.contains(table) { found.insert(table) }
            if source.content.isQuery {
                read(source.content, outer: outer)
            } else {
                readNested(source.content, outer: inner)
            }
            readNested(source.condition, outer: inner)
        }
        for (clause, tokens) in parts where clause != "from" && clause != "update" { readNested(tokens, outer: inner) }
        var conditions = TenantConditions(
            sources: sources,
            tables: tables,
            outer: outer,
            allowsSubquery: allowsSubquery
        )
        let table = conditions.tableWithoutTenant(where: parts["where"] ?? [])
        parameters.formUnion(conditions.parameters)
        if let table { record("touches \(table) without tenant_id") }
    }

    /// Reads the queries inside expressions.
    private mutating func readNested(_ tokens: [SQLToken], outer: Set<String>) {
        for token in tokens {
            switch token {
            case .group(let inner) where inner.isQuery || Self.isChange(inner): read(inner, outer: outer)
            case .group(let inner), .choice(let inner): readNested(inner, outer: outer)
            default: break
            }
        }
    }

    // MARK: - INSERT

    private mutating func readInsert(_ tokens: [SQLToken], outer: Set<String>) {
        guard let into = tokens.firstIndex(where: { $0.isWord("into") }) else {
            return record("is an INSERT without INTO")
        }
        let replaces = tokens[..<into].contains { $0.isWord("replace") }
        var rest = tokens[(into + 1)...]
        var table = rest.popFirst()?.identifier ?? ""
        if rest.first?.isSymbol(".") == true {
            rest.removeFirst()
            table = rest.popFirst()?.identifier ?? ""
        }
        if rest.first?.isWord("as") == true { rest = rest.dropFirst(2) }
        var columns: [String] = []
        if case .group(let names)? = rest.first {
            columns = names.compactMap(\.identifier)
            rest.removeFirst()
        }
        let (source, conflicts, returning) = Self.insertParts(Array(rest))
        readInsertSource(source, outer: outer)
        for part in conflicts + [returning] { readNested(part, outer: outer.union([table])) }
        guard tables.contains(table) else { return }
        found.insert(table)
        if replaces { record("replaces rows of \(table), which may be another tenant's") }
        checkColumns(columns, source: source, table: table)
        conflicts.forEach { checkConflict($0, table: table) }
    }

    private mutating func readInsertSource(_ source: [SQLToken], outer: Set<String>) {
        if source.first?.isWord("values") == true {
            readNested(source, outer: outer)
        } else {
            read(source, outer: outer)
        }
    }

    private mutating func checkColumns(_ columns: [String], source: [SQLToken], table: String) {
        guard let position = columns.firstIndex(of: TenantConditions.column) else {
            return record("inserts into \(table) without tenant_id")
        }
        let lists = source.first?.isWord("values") == true ? Self.valueLists(source) : Self.selectLists(source)
        guard !lists.isEmpty else { return record("inserts into \(table) without tenant_id") }
        for list in lists {
            guard list.indices.contains(position), givesTenant(list[position]) else {
                return record("inserts into \(table) a tenant_id that is not bound")
            }
            if case .parameter(let place)? = list[position].first { parameters.insert(place) }
        }
    }

    private func givesTenant(_ expression: [SQLToken]) -> Bool {
        let expression = expression.firstIndex { $0.isWord("as") }.map { Array(expression[..<$0]) } ?? expression
        switch expression.count {
        case 1:
            switch expression[0] {
            case .parameter: return true
            case .group(let inner): return allowsSubquery && inner.isQuery
            default: return expression[0].identifier == TenantConditions.column
            }
        case 3: return expression[1].isSymbol(".") && expression[2].identifier == TenantConditions.column
        default: return false
        }
    }

    private mutating func checkConflict(_ conflict: [SQLToken], table: String) {
        guard let update = conflict.firstIndex(where: { $0.isWord("update") }) else { return }
        guard case .group(let target)? = conflict.first,
            target.contains(where: { $0.identifier == TenantConditions.column })
        else {
            return record("updates a row of \(table) on a conflict that does not name tenant_id")
        }
        let parts = Self.parts(Array(conflict[update...]))
        if Self.sets(parts["set"] ?? []) { record("changes the tenant_id of \(table)") }
    }

    // MARK: - Parts

    private mutating func record(_ text: String) { violation = violation ?? text }

    private mutating func rejectReplacing(in target: [SQLToken]) {
        if let table = target.compactMap(\.identifier).first(where: tables.contains) {
            record("replaces rows of \(table), which may be another tenant's")
        }
    }

    private static func isChange(_ tokens: [SQLToken]) -> Bool {
        ["insert", "update", "delete", "replace"].contains(tokens.first?.word)
    }

    /// The clauses of a query by their first word; the tokens before the first clause by the word of the statement.
    private static func parts(_ tokens: [SQLToken]) -> [String: [SQLToken]] {
        var parts: [String: [SQLToken]] = [:]
        var clause = tokens.first?.word ?? ""
        var previous: SQLToken?
        for token in tokens.dropFirst(tokens.first?.word == nil ? 0 : 1) {
            // In `a IS DISTINCT FROM b`, `FROM` is no clause.
            if let word = token.word, clauses.contains(word), !(word == "from" && previous?.isWord("distinct") == true)
            {
                clause = word
            } else {
                parts[clause, default: []].append(token)
            }
            previous = token
        }
        return parts
    }

    /// Whether a `SET` assigns a tenant.
    private static func sets(_ assignments: [SQLToken]) -> Bool {
        assignments.commaParts.contains { part in
            if case .group(let columns)? = part.first {
                return columns.contains { $0.identifier == TenantConditions.column }
            }
            return part.first?.identifier == TenantConditions.column
        }
    }

    /// Splits the tokens after the columns of an `INSERT`: the rows, each `ON CONFLICT` after these two words, and
    /// `RETURNING`.
    private static func insertParts(_ tokens: [SQLToken]) -> ([SQLToken], [[SQLToken]], [SQLToken]) {
        var parts: [[SQLToken]] = [[]]
        var returning: [SQLToken] = []
        var index = 0
        while index < tokens.count {
            if tokens[index].isWord("on"), index + 1 < tokens.count, tokens[index + 1].isWord("conflict") {
                parts.append([])
                index += 2
            } else if tokens[index].isWord("returning") {
                returning = Array(tokens[(index + 1)...])
                break
            } else {
                parts[parts.count - 1].append(tokens[index])
                index += 1
            }
        }
        return (parts[0], Array(parts.dropFirst()), returning)
    }

    private static func valueLists(_ source: [SQLToken]) -> [[[SQLToken]]] {
        source.compactMap { if case .group(let values) = $0 { values.commaParts } else { nil } }
    }

    private static func selectLists(_ source: [SQLToken]) -> [[[SQLToken]]] {
        var source = source[...]
        if source.first?.isWord("with") == true { source = source.drop { !$0.isWord("select") } }
        return compound(Array(source)).map { query in
            let list = parts(query)["select"] ?? []
            let skipped = list.first?.isWord("distinct") == true || list.first?.isWord("all") == true ? 1 : 0
            return Array(list.dropFirst(skipped)).commaParts
        }
    }
}
