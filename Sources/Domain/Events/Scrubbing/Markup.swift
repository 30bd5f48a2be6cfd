/// Finds values that other members or tags separate from their name: `<key>password</key><string>x</string>`,
/// `{"name":"password","value":"x"}`, `("password", "x")`, `name="password"` of a form.
struct Markup {
    private let finder: PairFinder
    private let bytes: [UInt8]

    private static let longestHeader = 256
    private static let longestKey = 24
    /// The members that say what another member of the same object is.
    private static let keys = WordTable<Void>(
        """
        name key field id label header param parameter fieldname property attribute k n for type identifier \
        title placeholder column prop path loc setting option variable forkey 0 accessibilityidentifier
        """
    )

    /// Whether a member says what another member of the same object is.
    static func names(_ member: ArraySlice<UInt8>) -> Bool { keys[lettersAndDigitsOf: member] != nil }

    init(_ finder: PairFinder) {
        self.finder = finder
        bytes = finder.bytes
    }

    /// The values of a name; nil when it does not stand in any of these forms.
    func values(of name: SecretName, at run: Range<Int>) -> [Range<Int>]? {
        guard name.certainty != .ifOpaque || finder.isQuote(bytes.at(run.lowerBound - 1)) else {
            return element(run, name)
        }
        let before = bytes.at(run.lowerBound - 1)
        if before == UInt8(ascii: "<") || before == UInt8(ascii: ":") || before == UInt8(ascii: ">") {
            return element(run, name)
        }
        let isFlag =
            before == UInt8(ascii: "-") && finder.isQuote(bytes.at(run.lowerBound - 3))
            && finder.isQuote(bytes.at(run.upperBound))
        let isQuoted = finder.isQuote(before) && bytes.at(run.upperBound) == before || isFlag
        if let key = key(before: isQuoted ? run.lowerBound - 1 : run.lowerBound) {
            return member(of: name, at: run, key: key, isQuoted: isQuoted)
        }
        guard isQuoted, name.certainty != .ifOpaque else { return nil }
        let comma = finder.skippingSpace(from: run.upperBound + 1)
        return bytes.at(comma) == UInt8(ascii: ",") ? pair(of: name, at: run, comma: comma) : nil
    }

    // MARK: Elements

    /// `<password>x</password>`, `<password value="x"/>`, and `<key>password</key><string>x</string>`.
    private func element(_ run: Range<Int>, _ name: SecretName) -> [Range<Int>]? {
        let before = bytes.at(run.lowerBound - 1)
        if before == UInt8(ascii: ">") {
            guard bytes.at(run.upperBound) == UInt8(ascii: "<"), bytes.at(run.upperBound + 1) == UInt8(ascii: "/"),
                name.certainty != .ifOpaque
            else { return nil }
            var next = endOfTag(from: run.upperBound)
            for _ in 0..<3 {
                next = finder.skippingSpace(from: next, lines: true)
                guard bytes.at(next) == UInt8(ascii: "<"), bytes.at(next + 1) != UInt8(ascii: "/") else { return nil }
                next = endOfTag(from: next)
                let content = content(after: next)
                guard bytes[content].allSatisfy(ByteKind.isSpace) else {
                    return isSecret(name, content) ? [content] : []
                }
            }
            return []
        }
        guard isTagName(run) else { return nil }
        if bytes.at(run.upperBound) == UInt8(ascii: ">") {
            return [content(after: run.upperBound + 1)].filter { isSecret(name, $0) }
        }
        guard ByteKind.isSpace(bytes.at(run.upperBound)) else { return nil }
        let end = endOfTag(from: run.upperBound)
        guard bytes.at(end - 1) == UInt8(ascii: ">") else { return nil }
        let isEmpty = bytes.at(end - 2) == UInt8(ascii: "/")
        let attributes = run.upperBound + 1..<end - (isEmpty ? 2 : 1)
        let text = isEmpty ? [] : [content(after: end)]
        return ([attributes] + text).filter { isSecret(name, $0) }
    }

    private func isSecret(_ name: SecretName, _ range: Range<Int>) -> Bool {
        !range.isEmpty && !SecretName.hasReplacement(bytes[range]) && name.isSecret(bytes[range])
    }

    /// Whether `<` begins the tag, or the prefix of its namespace.
    private func isTagName(_ run: Range<Int>) -> Bool {
        guard bytes.at(run.lowerBound - 1) == UInt8(ascii: ":") else {
            return bytes.at(run.lowerBound - 1) == UInt8(ascii: "<")
        }
        var start = run.lowerBound - 1
        while start > 0, run.lowerBound - start < 32, ByteKind.isWord(bytes[start - 1]) { start -= 1 }
        return bytes.at(start - 1) == UInt8(ascii: "<")
    }

    private func content(after tag: Int) -> Range<Int> {
        var end = tag
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") || bytes.matches("<![cdata[", at: end) { end += 1 }
        return tag..<end
    }

    private func endOfTag(from start: Int) -> Int {
        var end = start
        while end < bytes.count, end - start < PairFinder.reach, bytes[end] != UInt8(ascii: ">") { end += 1 }
        return min(end + 1, bytes.count)
    }

    // MARK: Members

    /// The name before a sign: `name` in `"name": "password"` and in `name="password"`.
    private func key(before place: Int) -> Range<Int>? {
        var end = place
        // What begins the literal, as in `@"name": @"password"`, `key: AnyHashable("password")` and `"loc":["password"]`.
        if end > 0, bytes[end - 1] == UInt8(ascii: "@") { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "(") || bytes[end - 1] == UInt8(ascii: "[") {
            end -= 1
            while end > 0, place - end < 24, ByteKind.isWord(bytes[end - 1]) { end -= 1 }
        } else if let list = startOfList(before: end) {
            end = list
        }
        while end > 0, place - end < 64, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > 0 else { return nil }
        if bytes[end - 1] == UInt8(ascii: ">"), bytes.at(end - 2) == UInt8(ascii: "=") { end -= 1 }
        guard bytes[end - 1] == UInt8(ascii: ":") || bytes[end - 1] == UInt8(ascii: "=") else { return nil }
        end -= 1
        while end > 0, place - end < 72, bytes[end - 1] == 0x20 || finder.isQuote(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start <= Self.longestKey, ByteKind.isWord(bytes[start - 1]) { start -= 1 }
        return start < end && Self.keys[lettersAndDigitsOf: bytes[start..<end]] != nil ? start..<end : nil
    }

    /// The bracket of a list with the quoted word before `place` as a further element.
    private func startOfList(before place: Int) -> Int? {
        guard bytes.at(finder.skippingSpaceBack(from: place) - 1) == UInt8(ascii: ",") else { return nil }
        var start = place
        while start > 0, place - start < 40 {
            start -= 1
            if bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "(") { return start }
            let isElement =
                ByteKind.isWord(bytes[start]) || finder.isQuote(bytes[start]) || bytes[start] == UInt8(ascii: ",")
                || bytes[start] == 0x20
            guard isElement else { return nil }
        }
        return nil
    }

    private func member(of name: SecretName, at run: Range<Int>, key: Range<Int>, isQuoted: Bool) -> [Range<Int>]? {
        if name.certainty != .ifOpaque, let part = partOfForm(after: run.upperBound + (isQuoted ? 1 : 0)) {
            return [part].filter { isSecret(name, $0) }
        }
        guard name.certainty != .ifOpaque else { return nil }
        let end = finder.skippingClosers(from: run.upperBound)
        let bounds = object(around: key.lowerBound, end)
        // Without a bracket before it, the members of a dump follow line by line, up to the next with this key.
        let isBracketed = bounds.lowerBound > 0 && Self.opens(bytes[bounds.lowerBound - 1])
        var values = isBracketed ? members(in: bounds.lowerBound..<key.lowerBound, name) : valueAbove(key, name)
        values += members(in: end..<bounds.upperBound, name, before: key)
        // The content of an element: `<string name="password">x</string>`.
        if isTag(bounds), bytes.at(bounds.upperBound - 1) != UInt8(ascii: "/") {
            let content = content(after: bounds.upperBound + 1)
            if isSecret(name, content), SecretName(bytes[content]) == nil { values.append(content) }
        }
        return values.isEmpty ? nil : values
    }

    /// The value in the line above the key: `- value: x`, then `name: password`.
    private func valueAbove(_ key: Range<Int>, _ name: SecretName) -> [Range<Int>] {
        let line = finder.startOfLine(key.lowerBound)
        guard line > 0, key.lowerBound - line < PairFinder.reach else { return [] }
        let above = finder.startOfLine(line - 1)..<line
        let values = members(in: above, name, before: key)
        return values.last.map { $0.upperBound >= above.upperBound - 2 ? [$0] : [] } ?? []
    }

    private func isTag(_ bounds: Range<Int>) -> Bool {
        bytes.at(bounds.lowerBound - 1) == UInt8(ascii: "<") && bytes.at(bounds.upperBound) == UInt8(ascii: ">")
    }

    /// What is between the bracket that opens before `start` and the one that closes after `end`, without the members of
    /// objects within.
    private func object(around start: Int, _ end: Int) -> Range<Int> {
        var depth = 0
        var lower = start
        let first = max(0, start - PairFinder.reach)
        while lower > first {
            if Self.closes(bytes[lower - 1]) { depth += 1 }
            if Self.opens(bytes[lower - 1]) {
                if depth == 0 { break }
                depth -= 1
            }
            lower -= 1
        }
        depth = 0
        var upper = end
        let last = min(bytes.count, end + PairFinder.reach)
        while upper < last {
            if Self.opens(bytes[upper]) { depth += 1 }
            if Self.closes(bytes[upper]) {
                if depth == 0 { break }
                depth -= 1
            }
            upper += 1
        }
        return lower..<upper
    }

    private static func opens(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[")
    }

    private static func closes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "}") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "]")
    }

    /// The values of the members `value`, `text` and the like.
    func members(in range: Range<Int>, _ name: SecretName, before key: Range<Int>? = nil) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard ByteKind.isWord(bytes[place]), !ByteKind.isWord(bytes.at(place - 1)) else {
                place += 1
                continue
            }
            let member = place..<finder.endOfName(from: place)
            place = max(member.upperBound, place + 1)
            if let key, bytes[member] == bytes[key] { break }
            guard SecretName.members[lettersAndDigitsOf: bytes[member]] != nil, let link = finder.sign(after: member)
            else { continue }
            for value in ValueReader(finder, name: name, run: member).values(after: link) where !value.isEmpty {
                values.append(value)
                place = max(place, value.upperBound)
            }
        }
        return values
    }

    /// `["password", "x"]` and `('password', 'x')`, but not a list of more names.
    private func pair(of name: SecretName, at run: Range<Int>, comma: Int) -> [Range<Int>]? {
        var open = run.lowerBound - 1
        if bytes.at(open - 1) == UInt8(ascii: "@") { open -= 1 }
        while open > 0, run.lowerBound - open < 8,
            ByteKind.isSpace(bytes[open - 1]) || bytes[open - 1] == UInt8(ascii: "b")
        { open -= 1 }
        let isFlag = bytes.at(run.lowerBound - 1) == UInt8(ascii: "-")
        guard bytes.at(open - 1) == UInt8(ascii: "[") || bytes.at(open - 1) == UInt8(ascii: "(") || isFlag else {
            return nil
        }
        let link = PairFinder.Link(kind: .sign(UInt8(ascii: ",")), start: comma + 1)
        let values = ValueReader(finder, name: name, run: run).values(after: link)
        guard let value = values.first, !value.isEmpty else { return nil }
        var end = value.upperBound
        if finder.isQuote(bytes.at(end)) { end += 1 }
        guard
            bytes.at(finder.skippingSpace(from: end, lines: true)) != UInt8(ascii: ",") || name.kind == .token || isFlag
        else { return nil }
        return [value]
    }

    // MARK: Forms

    /// `name="password"`, an empty line, and the value (RFC 7578 §4.2).
    private func partOfForm(after end: Int) -> Range<Int>? {
        var place = end
        let limit = min(bytes.count, place + Self.longestHeader)
        while place < limit, !isEmptyLine(at: place) { place += 1 }
        guard place < limit else { return nil }
        while place < bytes.count, ByteKind.isSpace(bytes[place]) { place += 1 }
        var last = place
        while last < bytes.count, bytes[last] != 0x0A, bytes[last] != 0x0D, bytes[last] != UInt8(ascii: "\"") {
            last += 1
        }
        return place..<last
    }

    private func isEmptyLine(at place: Int) -> Bool {
        bytes[place] == 0x0A
            && (bytes.at(place + 1) == 0x0A || bytes.at(place + 1) == 0x0D && bytes.at(place + 2) == 0x0A)
    }
}
