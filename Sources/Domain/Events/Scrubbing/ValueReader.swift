/// Reads the value that is bound to a name.
struct ValueReader {
    let finder: PairFinder
    let bytes: [UInt8]
    let name: SecretName
    let run: Range<Int>

    /// A bracket that may turn out to hold no secret is read no further, so that no text is read repeatedly.
    static let longestBracket = 1024
    static let longestCall = 256
    /// Where the rest of a line is looked through after a word that is no secret.
    private static let longestRest = 96

    init(_ finder: PairFinder, name: SecretName, run: Range<Int>) {
        self.finder = finder
        bytes = finder.bytes
        self.name = name
        self.run = run
    }

    /// The value, and what is below it.
    func values(after link: PairFinder.Link) -> [Range<Int>] {
        guard name.isCredential, name.certainty != .ifOpaque else {
            return switch link.kind {
            case .sign(let sign):
                list(word(from: link.start, sign: sign)) + (mayHaveMembers(link.start) ? membersBelow(link.start) : [])
            case .words where name.kind == .phone: list(number(at: link.start))
            case .words: list(CodeFinder(bytes: bytes).lettered(at: link.start))
            default: []
            }
        }
        switch link.kind {
        case .sign(let sign): return values(from: finder.skippingSpace(from: link.start), sign: sign)
        case .call: return list(arguments(from: link.start))
        case .quote: return list(checked(quoted(from: link.start)))
        case .flag: return list(checked(link.start..<endOfWord(from: link.start)))
        case .words: return list(wordOrLiteral(from: link.start))
        case .line: return list(block(after: link.start, orLine: true))
        }
    }

    /// Whether an object, its type or the end of a line begins there.
    private func mayHaveMembers(_ start: Int) -> Bool {
        let byte = bytes.at(finder.skippingSpace(from: start))
        return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") || byte == 0x0A || byte == 0x0D
            || ByteKind.isUpper(byte)
    }

    /// The members of an object that has the value of a name which is not certain, after it or in the lines below.
    private func membersBelow(_ start: Int) -> [Range<Int>] {
        let literal = skippingPrefix(from: finder.skippingSpace(from: start))
        switch bytes.at(literal) {
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            return Markup(finder).members(in: inner(of: literal..<endOfBracket(from: literal)), name)
        default:
            guard finder.isFirstOnLine(run), let end = nearEndOfLine(start), let lines = linesBelow(end) else {
                return []
            }
            return Markup(finder).members(in: lines, name)
        }
    }

    /// The digits of a phone number without any separator.
    private func number(at start: Int) -> Range<Int>? {
        var end = start
        while end < bytes.count, ByteKind.isDigit(bytes[end]) { end += 1 }
        return (9...15).contains(end - start) && !ByteKind.isWord(bytes.at(end)) ? start..<end : nil
    }

    private func list(_ value: Range<Int>?) -> [Range<Int>] { value.map { [$0] } ?? [] }

    // MARK: Credentials

    private func values(from start: Int, sign: UInt8) -> [Range<Int>] {
        guard start < bytes.count else { return [] }
        if isLineEnd(start) {
            let next = finder.skippingSpace(from: start, lines: true)
            if bytes.at(next) == UInt8(ascii: "{") || bytes.at(next) == UInt8(ascii: "[") {
                return bracketed(from: next) ?? []
            }
            return list(block(after: start, orLine: true))
        }
        if isBlockScalar(start) { return list(block(after: start + 1, orLine: false)) }
        let literal = skippingPrefix(from: start)
        if let next = startAfterType(start, literal) { return values(from: next, sign: sign) }
        if let value = bracketed(from: literal, after: start) {
            return value + blockBelow((value.last ?? literal..<literal).upperBound)
        }
        if finder.isQuote(bytes.at(literal)) {
            let value = quoted(from: literal)
            return list(checked(value)) + list(literalAfterPlus(value.upperBound + 1))
                + blockBelow(value.upperBound + 1)
        }
        if sign == UInt8(ascii: "|"), let end = cell(from: start) { return list(checked(start..<end)) }
        if sign == UInt8(ascii: "="), bytes.at(run.upperBound) == sign, let value = inQuery(from: start) {
            return list(value)
        }
        if !ByteKind.isLetterOrDigit(bytes[start]),
            case let word = start..<endOfWord(from: start), ValueWords.isPlaceholder(bytes[word])
        {
            guard let next = finder.sign(after: word), bytes.at(next.start - 1) == UInt8(ascii: "=") else { return [] }
            return values(from: finder.skippingSpace(from: next.start), sign: sign)
        }
        let value = rest(from: start, sign: sign)
        if value == nil, name.certainty == .always { return [] }
        guard finder.isFirstOnLine(run), let end = value?.upperBound ?? nearEndOfLine(start) else { return list(value) }
        return list(value) + blockBelow(end)
    }

    /// A text that goes on in another literal, as formatters break long lines.
    private func literalAfterPlus(_ end: Int) -> Range<Int>? {
        let sign = finder.skippingSpace(from: end)
        guard bytes.at(sign) == UInt8(ascii: "+") else { return nil }
        let quote = finder.skippingSpace(from: sign + 1, lines: true)
        return finder.isQuote(bytes.at(quote)) ? checked(quoted(from: quote)) : nil
    }

    /// `String = "x"`: the value after the type in a declaration.
    private func startAfterType(_ start: Int, _ literal: Int) -> Int? {
        guard literal == start else { return nil }
        let member = finder.endOfName(from: start)
        if member > start + 1 || ByteKind.isDigit(bytes[start]),
            SecretName.members[lettersAndDigitsOf: bytes[start..<member]] != nil,
            let link = finder.sign(after: start..<member)
        {
            return finder.skippingSpace(from: link.start)
        }
        guard ByteKind.isUpper(bytes[start]) else { return nil }
        var end = start
        while end < bytes.count, end - start < 48,
            ByteKind.isWord(bytes[end]) || bytes[end] == UInt8(ascii: "?") || bytes[end] == UInt8(ascii: ".")
        { end += 1 }
        let sign = finder.skippingSpace(from: end)
        guard sign > end, bytes.at(sign) == UInt8(ascii: "="), bytes.at(sign + 1) == 0x20 else { return nil }
        return finder.skippingSpace(from: sign + 1)
    }

    /// After words such as "is": a literal, or the first word that looks like a secret.
    private func wordOrLiteral(from start: Int) -> Range<Int>? {
        let literal = skippingPrefix(from: start)
        if bytes.at(start) == UInt8(ascii: "<"), let range = bracketed(from: start) { return range.first }
        if literal > start, finder.isQuote(bytes.at(literal)) { return checked(quoted(from: literal)) }
        return opaqueWord(in: start..<bytes.count, words: 4) ?? CodeFinder(bytes: bytes).lettered(at: start)
    }

    /// The value of a list or an object, of a call of an initializer, or of a type in angle brackets.
    ///
    /// - Parameter type: where the type in front of the bracket begins, which is hidden with it.
    private func bracketed(from start: Int, after type: Int? = nil) -> [Range<Int>]? {
        switch bytes.at(start) {
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("):
            if SecretName.isReplacement(bytes[start...]) { return [] }
            let end = endOfBracket(from: start)
            let inner = inner(of: start..<end)
            guard inner.count > 0, !SecretName.hasReplacement(bytes[inner]), !ValueWords.isState(bytes[inner]),
                !ValueWords.isState(bytes[start..<end]),
                !ObjectText(finder, inner).describesOnly
            else { return [] }
            let all = (type ?? start)..<end
            if name.certainty == .always { return [all] }
            if name.coversMembers { return ValueWords.arePlain(bytes[inner]) ? [] : [all] }
            return Markup(finder).members(in: inner, name)
        case UInt8(ascii: "<"):
            guard bytes.at(start + 1) != UInt8(ascii: "/") else { return nil }
            var end = start + 1
            while end < bytes.count, end - start < Self.longestBracket, bytes[end] != UInt8(ascii: ">"),
                bytes[end] != 0x0A
            { end += 1 }
            guard bytes.at(end) == UInt8(ascii: ">") else { return nil }
            return checked(start..<end + 1).map { [$0] } ?? []
        default: return nil
        }
    }

    /// `password("x")`, but not the declaration `password(_:)` or a call with names alone.
    private func arguments(from start: Int) -> Range<Int>? {
        let end = endOfBracket(from: start - 1)
        let inner = inner(of: start - 1..<end)
        if isDigits(inner) { return inner }
        guard !inner.isEmpty, !SecretName.hasReplacement(bytes[inner]), name.isSecret(bytes[inner]) else { return nil }
        let isLiteral = bytes[inner].contains { finder.isQuote($0) }
        if name.certainty == .always, isLiteral { return trimmedLiteral(inner) }
        let members = Markup(finder).members(in: inner, name)
        if let first = members.first, let last = members.last { return first.lowerBound..<last.upperBound }
        let isHidden = isLiteral && !ValueWords.arePlain(bytes[inner]) || opaqueWord(in: inner, words: 4) != nil
        return isHidden ? inner : nil
    }

    /// What is between brackets, of which the second may be cut off.
    private func inner(of bracket: Range<Int>) -> Range<Int> {
        let last = bytes[bracket.upperBound - 1]
        let isClosed = last == UInt8(ascii: ")") || last == UInt8(ascii: "]") || last == UInt8(ascii: "}")
        let end = isClosed ? bracket.upperBound - 1 : bracket.upperBound
        return bracket.lowerBound + 1..<max(bracket.lowerBound + 1, end)
    }

    /// The digits of a code, one by one.
    private func isDigits(_ range: Range<Int>) -> Bool {
        bytes[range].count(where: ByteKind.isDigit) >= 4
            && !bytes[range].contains { ByteKind.isNameByte($0) && !ByteKind.isDigit($0) }
    }

    /// Without the quotation marks of a single literal: `password("[secret]")`.
    private func trimmedLiteral(_ range: Range<Int>) -> Range<Int>? {
        guard finder.isQuote(bytes[range.lowerBound]) else { return range }
        let literal = quoted(from: range.lowerBound)
        guard literal.upperBound + 1 == range.upperBound else { return range }
        return checked(literal)
    }

    /// The rest of the line, up to the next name with a value, or the end of what is around the name.
    func rest(from start: Int, sign: UInt8) -> Range<Int>? {
        // The first words decide whether it is a message, before its end is looked for.
        guard bytes[start] != UInt8(ascii: ")") else { return nil }
        if ValueWords.mayBeginProse(bytes[start..<endOfWord(from: start, stopsAtSigns: true)]),
            ValueWords.areProse(head(from: start))
        {
            return opaqueWord(in: start..<bytes.count, words: 6)
        }
        var end = endOfRest(from: start, isHeader: name.isHeader)
        while end > start, isTrailing(bytes[end - 1]) { end -= 1 }
        let value = start..<end
        guard !value.isEmpty, !SecretName.isReplacement(bytes[value]), !SecretName.endsWithReplacement(bytes[value])
        else { return nil }
        var remaining = bytes[value]
        let first = ValueWords.nextWord(in: &remaining) ?? bytes[value]
        let isStated =
            ValueWords.isState(first) || first.count < value.count && ValueWords.isState(bytes[value])
            || hasPlaceholder(after: first, in: value)
        if isStated || isSignature(value) {
            return opaqueWord(in: min(first.endIndex, end)..<end, words: 6)
        }
        if name.certainty == .unlessWords || sign == UInt8(ascii: ":") && name.kind == .token && !name.isHeader {
            return ValueWords.arePlain(bytes[value]) ? nil : withoutPlainWords(value)
        }
        let isCount = name.kind == .token && value.count < 6 && bytes[value].allSatisfy(ByteKind.isDigit)
        return isCount ? nil : value
    }

    /// `Bearer ***` and `Bearer <token>`.
    private func hasPlaceholder(after scheme: ArraySlice<UInt8>, in value: Range<Int>) -> Bool {
        guard name.isHeader else { return false }
        let start = finder.skippingSpace(from: scheme.endIndex)
        return start > scheme.endIndex && start < value.upperBound
            && ValueWords.isState(bytes[start..<value.upperBound])
    }

    /// The first words of a line.
    private func head(from start: Int) -> ArraySlice<UInt8> {
        var end = start
        while end < bytes.count, end - start < Self.longestRest, !isLineEnd(end) { end += 1 }
        return bytes[start..<end]
    }

    /// `email:password:)` declares a function.
    func isSignature(_ value: Range<Int>) -> Bool {
        bytes[value].first == UInt8(ascii: ")")
            || bytes[value.upperBound - 1] == UInt8(ascii: ":")
                && bytes.at(value.upperBound) == UInt8(ascii: ")")
    }

    /// Words before a token and after it stay.
    func withoutPlainWords(_ value: Range<Int>) -> Range<Int>? {
        var rest = bytes[value]
        var found: Range<Int>?
        while let word = ValueWords.nextWord(in: &rest) {
            guard !ValueWords.isPlain(word), !SecretName.isReplacement(bytes[max(word.startIndex - 1, 0)...]) else {
                continue
            }
            found = (found?.lowerBound ?? word.startIndex)..<word.endIndex
        }
        return found
    }

    func checked(_ range: Range<Int>) -> Range<Int>? {
        !range.isEmpty && !SecretName.isReplacement(bytes[range.lowerBound...]) && name.isSecret(bytes[range])
            ? range : nil
    }

    /// The first word that looks like a secret.
    func opaqueWord(in range: Range<Int>, words: Int) -> Range<Int>? {
        var end = range.lowerBound
        while end < range.upperBound, end - range.lowerBound < Self.longestRest, !isLineEnd(end) { end += 1 }
        var rest = bytes[range.lowerBound..<end]
        for _ in 0..<words {
            guard let word = ValueWords.nextWord(in: &rest) else { return nil }
            guard !SecretName.isReplacement(bytes[max(word.startIndex - 1, 0)...]) else { continue }
            if ValueWords.isOpaque(word) { return word.startIndex..<word.endIndex }
        }
        return nil
    }
}
