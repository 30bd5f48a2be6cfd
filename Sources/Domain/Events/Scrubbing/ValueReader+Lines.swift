/// The lines below a name that are its value.
extension ValueReader {
    private static let near = 256

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
            || bytes.hasBoxLine(at: line.lowerBound)
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
            if finder.text.isEdge(at: next) { return bytes.count }
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
        while end < bytes.count, !isLineEnd(end), !finder.text.isEdge(at: end) { end += 1 }
        return end
    }
}
