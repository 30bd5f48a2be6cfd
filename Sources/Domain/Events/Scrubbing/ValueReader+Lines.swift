/// Where a value ends that has no quotation marks, and the lines below a name.
extension ValueReader {
    private static let longestName = 64
    private static let near = 256
    /// The rest of a line that may turn out to have only words.
    private static let longestPlainRest = 256

    // MARK: Words and queries

    /// The value of a name that is not certain, or of one that is no credential: a literal or a word.
    func word(from link: Int, sign: UInt8) -> Range<Int>? {
        var start = finder.skippingSpace(from: link)
        if start - link > 4 { return nil }
        if bytes.matches("optional(", at: start) { start += 9 }
        guard start < bytes.count else { return nil }
        let isQuery = isInQuery
        let range: Range<Int>
        switch bytes[start] {
        case let byte where finder.isQuote(byte): range = quoted(from: start)
        case UInt8(ascii: "["), UInt8(ascii: "{"): return nil
        default:
            range =
                start..<endOfWord(
                    from: start,
                    stopsAtSigns: !isQuery && (name.certainty == .ifOpaque || name.kind == .email)
                )
        }
        // Most values of names that are not certain are short.
        if name.certainty == .ifOpaque, range.count < 6, !isQuery, run.lowerBound > 0 { return nil }
        // `email: password: x`: another name.
        guard name.kind != .email || bytes.at(range.upperBound) != UInt8(ascii: ":") else { return nil }
        guard name.kind != .phone || bytes[range].count(where: ByteKind.isDigit) >= 5 else { return nil }
        guard !range.isEmpty, !isSignature(range), !isProse(range, after: sign) else { return nil }
        let isBound = isQuery || startsForm(range)
        guard name.isSecret(bytes[range]) || isBound && !isShortNumber(range) && !ValueWords.isState(bytes[range])
        else { return nil }
        return range
    }

    /// "email: not_verified" describes an error.
    private func isProse(_ value: Range<Int>, after sign: UInt8) -> Bool {
        guard sign == UInt8(ascii: ":"), bytes[value.lowerBound - 1] == 0x20 else { return false }
        return bytes[value].dropFirst().allSatisfy {
            $0 &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
            && ByteKind.isLetter(bytes[value.lowerBound])
    }

    /// In a query, a name (RFC 6749 §4.1.2) is decisive, whatever the value looks like.
    private var isInQuery: Bool {
        guard bytes.at(run.upperBound) == UInt8(ascii: "=") else { return false }
        let before = bytes.at(run.lowerBound - 1)
        return before == UInt8(ascii: "?") || before == UInt8(ascii: "&") || before == UInt8(ascii: "#")
    }

    /// The body of a form: no question mark before it, but an ampersand after.
    private func startsForm(_ value: Range<Int>) -> Bool {
        run.lowerBound == 0 && bytes.at(run.upperBound) == UInt8(ascii: "=")
            && bytes.at(value.upperBound) == UInt8(ascii: "&")
    }

    private func isShortNumber(_ range: Range<Int>) -> Bool {
        let digits = bytes[range].first == UInt8(ascii: "-") ? bytes[range].dropFirst() : bytes[range]
        return digits.count < 6 && digits.allSatisfy(ByteKind.isDigit) || SecretName.isReplacement(bytes[range])
    }

    /// The value in a query or a form, where an ampersand that no name follows is a part of it.
    func inQuery(from start: Int) -> Range<Int>? {
        var end = start
        let limit = isInQuery ? bytes.count : min(bytes.count, start + Self.longestPlainRest)
        while end < limit,
            !endsWord(end) || bytes[end] == UInt8(ascii: "&") && !isPair(after: end)
                || bytes[end] == 0x20 && finder.text.width(at: end) > 2
        { end += 1 }
        let value = start..<end
        guard isInQuery || bytes.at(end) == UInt8(ascii: "&") else { return nil }
        guard !value.isEmpty, !SecretName.isReplacement(bytes[value]), !ValueWords.isState(bytes[value]) else {
            return start..<start
        }
        return value
    }

    /// A value that may turn out not to be a secret ends at the next sign, so that no text is read repeatedly.
    func endOfWord(from start: Int, stopsAtSigns: Bool = false) -> Int {
        var end = start
        while end < bytes.count, !endsWord(end) {
            if stopsAtSigns,
                bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "|")
            {
                break
            }
            end += 1
        }
        return end
    }

    private func endsWord(_ place: Int) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"),
            UInt8(ascii: ">"):
            return true
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
            UInt8(ascii: "."):
            let next = bytes.at(place + 1)
            return next <= 0x20 || finder.isQuote(next) || next == UInt8(ascii: ")") || next == UInt8(ascii: "}")
        case let byte: return byte <= 0x20
        }
    }

    // MARK: Rest of a line

    /// The end of the line, of the text in quotation marks or the bracket around the name, or the next name with a value.
    func endOfRest(from start: Int, isHeader: Bool) -> Int {
        // What is around the name is looked for when it can matter.
        var known: (quote: (byte: UInt8, width: Int)?, isBracketed: Bool)?
        func around() -> (quote: (byte: UInt8, width: Int)?, isBracketed: Bool) {
            let around = known ?? surroundings
            known = around
            return around
        }
        let limit = name.certainty == .always ? bytes.count : min(bytes.count, start + Self.longestPlainRest)
        var depth = 0
        var place = start
        while place < limit {
            let byte = bytes[place]
            switch byte {
            case 0x0A, 0x0D: return place
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                if let quote = around().quote {
                    if byte == quote.byte, finder.text.width(at: place) == quote.width { return place }
                } else if !isHeader, endsLiteral(place) {
                    return place
                }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth < 0, around().isBracketed { return place }
            case UInt8(ascii: "<"): if bytes.at(place + 1) == UInt8(ascii: "/") { return place }
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "&"), 0x20, 0x09:
                if !isHeader, isPair(after: place) { return place }
            default: break
            }
            place += 1
        }
        return place
    }

    func isTrailing(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
            || byte == UInt8(ascii: ".")
    }

    /// A quotation mark with the sign of a list, the end of a bracket or of the line after it.
    private func endsLiteral(_ place: Int) -> Bool {
        let next = finder.skippingSpace(from: place + 1)
        return switch bytes.at(next) {
        case 0, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "}"),
            UInt8(ascii: "]"),
            UInt8(ascii: ")"), UInt8(ascii: ">"):
            true
        default: false
        }
    }

    /// Whether a name with a sign follows a separator: `, user=`.
    private func isPair(after separator: Int) -> Bool {
        var start = finder.skippingSpace(from: separator + 1)
        if finder.isQuote(bytes.at(start)) { start += 1 }
        guard ByteKind.isLetter(bytes.at(start)) || bytes.at(start) == UInt8(ascii: "_") || bytes.at(start) >= 0xC3
        else { return false }
        var end = finder.endOfName(from: start)
        guard end - start > 1 || bytes[separator] != 0x20, end - start <= Self.longestName else { return false }
        while bytes.at(end) == UInt8(ascii: "["), end - start < Self.longestName {
            while end < bytes.count, end - start < Self.longestName, bytes[end] != UInt8(ascii: "]") { end += 1 }
            end += 1
        }
        if finder.isQuote(bytes.at(end)) { end += 1 }
        let afterSpace = finder.skippingSpace(from: end)
        switch bytes.at(afterSpace) {
        case UInt8(ascii: "="): return afterSpace == end || bytes[separator] != UInt8(ascii: "&")
        case UInt8(ascii: ":"):
            let next = bytes.at(afterSpace + 1)
            return afterSpace == end
                && (next <= 0x20 || finder.isQuote(next)
                    || bytes[separator] == UInt8(ascii: ",") && next != UInt8(ascii: "/"))
        default: return false
        }
    }

    /// The quotation mark and the bracket around the name, on its line.
    private var surroundings: (quote: (byte: UInt8, width: Int)?, isBracketed: Bool) {
        let line = finder.startOfLine(run.lowerBound, inLiteral: false)
        var depth = 0
        var isBracketed = false
        var quotes: (double: Int, single: Int) = (0, 0)
        var nearest: (double: Int?, single: Int?)
        var place = run.lowerBound
        while place > line {
            place -= 1
            switch bytes[place] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                depth -= 1
                if depth < 0 { isBracketed = true }
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
            case UInt8(ascii: "\""):
                quotes.double += 1
                nearest.double = nearest.double ?? place
            case UInt8(ascii: "'")
            where !(ByteKind.isLetterOrDigit(bytes.at(place - 1)) && ByteKind.isLetterOrDigit(bytes.at(place + 1))):
                quotes.single += 1
                nearest.single = nearest.single ?? place
            default: break
            }
        }
        // The mark before a name in quotation marks is no mark around the value.
        let isQuoted =
            finder.isQuote(bytes.at(run.lowerBound - 1)) && bytes.at(run.upperBound) == bytes.at(run.lowerBound - 1)
        if isQuoted { return (nil, isBracketed) }
        if quotes.double % 2 == 1, let place = nearest.double {
            return ((bytes[place], finder.text.width(at: place)), isBracketed)
        }
        if quotes.single % 2 == 1, let place = nearest.single {
            return ((bytes[place], finder.text.width(at: place)), isBracketed)
        }
        return (nil, isBracketed)
    }

    // MARK: Lines below

    func isLineEnd(_ place: Int) -> Bool { bytes[place] == 0x0A || bytes[place] == 0x0D }

    /// `|`, `>` and `|-` before the lines of a text in YAML.
    func isBlockScalar(_ start: Int) -> Bool {
        guard bytes[start] == UInt8(ascii: "|") || bytes[start] == UInt8(ascii: ">") else { return false }
        var end = start + 1
        while end < start + 3, bytes.at(end) == UInt8(ascii: "-") || bytes.at(end) == UInt8(ascii: "+") { end += 1 }
        end = finder.skippingSpace(from: end)
        return end < bytes.count && isLineEnd(end)
    }

    /// What is below a value at the end of its line.
    func blockBelow(_ end: Int) -> [Range<Int>] {
        var place = end
        while place < bytes.count, bytes[place] == UInt8(ascii: ")") || bytes[place] == 0x20 { place += 1 }
        guard place < bytes.count, isLineEnd(place), let lines = linesBelow(place) else { return [] }
        if name.coversMembers { return judged(lines).map { [$0] } ?? [] }
        return Markup(finder).members(in: lines, name)
    }

    /// The lines after `place` that are indented more than the line of the name; without any, the next line.
    func block(after place: Int, orLine: Bool) -> Range<Int>? {
        if let lines = linesBelow(place) { return judged(lines) }
        guard orLine else { return nil }
        var content = finder.skippingSpace(from: startOfNextLine(place), lines: true)
        // A line under a heading.
        if content < bytes.count,
            bytes[content..<endOfLine(content)].allSatisfy({ $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=") })
        {
            content = finder.skippingSpace(from: endOfLine(content), lines: true)
        }
        guard content < bytes.count, content > 0, !isPair(after: content - 1) else { return nil }
        let next = content..<endOfLine(content)
        return bytes[next].contains(where: ByteKind.isNameByte) && !isTableLine(next) ? judged(next) : nil
    }

    /// A rule of a table, or a line of cells.
    private func isTableLine(_ line: Range<Int>) -> Bool {
        bytes[line.lowerBound] == UInt8(ascii: "|")
            || bytes[line.lowerBound] == 0xE2 && (0x94...0x95).contains(bytes.at(line.lowerBound + 1))
    }

    /// The lines after `place` that are indented more than the line of the name, when the name is the first on its line.
    func linesBelow(_ place: Int) -> Range<Int>? {
        guard finder.isFirstOnLine(run) else { return nil }
        let line = finder.startOfLine(run.lowerBound)
        let indentation = finder.skippingSpace(from: line) - line
        var (start, end) = (Int?.none, place)
        var next = startOfNextLine(place)
        while next < bytes.count {
            let content = finder.skippingSpace(from: next)
            guard content < bytes.count, !isLineEnd(content),
                content - next > indentation
                    || content - next == indentation && isItem(content) && !isItem(line + indentation)
            else { break }
            start = start ?? content
            end = endOfLine(content)
            next = startOfNextLine(end)
        }
        return start.map { $0..<end }
    }

    /// An item of a list in YAML, which may stand below the name of the list without indentation.
    private func isItem(_ place: Int) -> Bool { bytes[place] == UInt8(ascii: "-") && bytes.at(place + 1) == 0x20 }

    private func judged(_ lines: Range<Int>) -> Range<Int>? {
        guard !SecretName.isReplacement(bytes[lines]), !ValueWords.isState(bytes[lines]),
            !ValueWords.areProse(bytes[lines]),
            !ObjectText(finder, lines).describesOnly
        else { return nil }
        return name.certainty == .always ? lines : withoutPlainWords(lines)
    }

    private func startOfNextLine(_ place: Int) -> Int {
        var next = place
        while next < bytes.count, !isLineEnd(next) {
            if finder.isEdge(next) { return bytes.count }
            next += 1
        }
        if bytes.at(next) == 0x0D, bytes.at(next + 1) == 0x0A { next += 1 }
        return next + 1
    }

    /// The end of the line, unless it is far away: what is judged again for the next name must be short.
    func nearEndOfLine(_ start: Int) -> Int? {
        var end = start
        while end < bytes.count, !isLineEnd(end), end - start < Self.near { end += 1 }
        return end - start < Self.near ? end : nil
    }

    func endOfLine(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, !isLineEnd(end), !finder.isEdge(end) { end += 1 }
        return end
    }
}
