/// Reads the entries of a `FROM` clause (<https://www.sqlite.org/syntax/join-clause.html>).
struct TableSourceReader {
    private static let joinWords: Set<String> = ["natural", "left", "right", "full", "outer", "inner", "cross", "join"]
    private static let wordsAfterTable: Set<String> = joinWords.union(["on", "using", "indexed", "not", "set", "where"])

    private var tokens: ArraySlice<SQLToken>
    private var sources: [TableSource] = []
    private var join = TableSource.Join.inner
    private var isNatural = false

    static func read(_ tokens: [SQLToken]) -> [TableSource] {
        var reader = TableSourceReader(tokens: tokens[...])
        reader.readAll()
        return reader.sources
    }

    private init(tokens: ArraySlice<SQLToken>) { self.tokens = tokens }

    private mutating func readAll() {
        while let token = tokens.first {
            if token.isSymbol(",") {
                tokens.removeFirst()
                (join, isNatural) = (.inner, false)
            } else if let word = token.word, Self.joinWords.contains(word) {
                tokens.removeFirst()
                record(word)
            } else {
                readSource()
                (join, isNatural) = (.inner, false)
            }
        }
    }

    private mutating func record(_ word: String) {
        switch word {
        case "natural": isNatural = true
        case "left": join = .left
        case "right", "full": join = .full
        default: break
        }
    }

    private mutating func readSource() {
        let first = tokens.removeFirst()
        var source = TableSource(table: nil, alias: "", join: join, isNatural: isNatural)
        if case .group(let inner) = first {
            if inner.isQuery { source.content = inner } else { sources += Self.read(inner) }
        } else {
            source.table = first.identifier
            if tokens.first?.isSymbol(".") == true, let name = tokens.dropFirst().first?.identifier {
                source.table = name
                tokens.removeFirst(2)
            }
            if case .group(let arguments)? = tokens.first {
                source.content = arguments
                tokens.removeFirst()
            }
        }
        readAlias(&source)
        readCondition(&source)
        sources.append(source)
    }

    private mutating func readAlias(_ source: inout TableSource) {
        source.alias = source.table ?? ""
        if tokens.first?.isWord("as") == true { tokens.removeFirst() }
        guard let name = tokens.first?.identifier, !Self.wordsAfterTable.contains(tokens.first?.word ?? "") else {
            return
        }
        source.alias = name
        tokens.removeFirst()
    }

    private mutating func readCondition(_ source: inout TableSource) {
        if tokens.first?.isWord("indexed") == true { tokens.removeFirst(min(3, tokens.count)) }
        if tokens.first?.isWord("not") == true { tokens.removeFirst(min(2, tokens.count)) }
        if tokens.first?.isWord("using") == true, case .group(let columns)? = tokens.dropFirst().first {
            source.using = columns.compactMap(\.identifier)
            tokens.removeFirst(2)
        }
        guard tokens.first?.isWord("on") == true else { return }
        let condition = tokens.dropFirst().prefix { token in
            !token.isSymbol(",") && !Self.joinWords.contains(token.word ?? "")
        }
        source.condition = Array(condition)
        tokens.removeFirst(condition.count + 1)
    }
}
