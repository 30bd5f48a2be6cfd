/// Finds the columns of secrets in tables: lines with as many cells as the line of names above them, with commas, bars, tabs
/// or several spaces between.
struct TableFinder {
    private let bytes: [UInt8]
    private let text: DecodedText

    init(text: DecodedText) {
        self.text = text
        bytes = text.bytes
    }

    private static let mostCells = 32
    private static let longestName = 32

    /// A line of a table.
    private struct Row {
        let separator: Separator
        let cells: [Range<Int>]
    }

    private enum Separator: CaseIterable {
        case bar, tab, comma, semicolon, spaces
    }

    func find(into findings: inout [Finding]) {
        var columns: (separator: Separator, count: Int, kinds: [(place: Int, kind: Finding.Kind)])?
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A, !text.isEdge(at: end) { end += 1 }
            let line = start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end)
            start = end + 1
            guard !isRule(line) else { continue }
            if let known = columns, let row = row(line, known.separator), row.cells.count == known.count {
                for (place, kind) in known.kinds {
                    let cell = row.cells[place]
                    guard !cell.isEmpty, !ValueWords.isState(bytes[cell]), !SecretName.isReplacement(bytes[cell]) else {
                        continue
                    }
                    findings.append(Finding(range: cell, kind: kind))
                }
            } else {
                columns = header(line)
            }
        }
    }

    /// A line under a heading, or around a table.
    private func isRule(_ line: Range<Int>) -> Bool { !bytes[line].contains { ByteKind.isLetterOrDigit($0) } }

    private func header(
        _ line: Range<Int>
    ) -> (separator: Separator, count: Int, kinds: [(place: Int, kind: Finding.Kind)])? {
        for separator in Separator.allCases {
            guard let row = row(line, separator), row.cells.allSatisfy(isName), !row.cells.contains(where: isNumber)
            else { continue }
            let kinds = row.cells.enumerated().compactMap { place, cell in
                SecretName(bytes[cell]).flatMap {
                    $0.isCredential && $0.certainty != .ifOpaque ? (place: place, kind: $0.kind) : nil
                }
            }
            return kinds.isEmpty ? nil : (separator, row.cells.count, kinds)
        }
        return nil
    }

    /// A heading is a word or a few, without a value.
    private func isName(_ cell: Range<Int>) -> Bool {
        cell.count <= Self.longestName
            && bytes[cell].allSatisfy {
                ByteKind.isNameByte($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 == 0x20
                    || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")")
            }
    }

    private func isNumber(_ cell: Range<Int>) -> Bool { bytes[cell].allSatisfy(ByteKind.isDigit) }

    /// The cells of a line, without space and quotation marks around them; nil for fewer than two.
    private func row(_ line: Range<Int>, _ separator: Separator) -> Row? {
        var cells: [Range<Int>] = []
        var start = line.lowerBound
        var place = start
        var quote: UInt8?
        while place < line.upperBound {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), separator == .comma, place == start {
                quote = byte
            } else if let length = length(of: separator, at: place, in: line) {
                cells.append(trimmed(start..<place))
                guard cells.count <= Self.mostCells else { return nil }
                place += length
                start = place
                continue
            }
            place += 1
        }
        cells.append(trimmed(start..<line.upperBound))
        // Bars stand around a table too.
        if separator == .bar {
            if cells.first?.isEmpty == true { cells.removeFirst() }
            if cells.last?.isEmpty == true { cells.removeLast() }
        }
        return cells.count > 1 ? Row(separator: separator, cells: cells) : nil
    }

    private func length(of separator: Separator, at place: Int, in line: Range<Int>) -> Int? {
        switch separator {
        case .comma: return bytes[place] == UInt8(ascii: ",") ? 1 : nil
        case .semicolon: return bytes[place] == UInt8(ascii: ";") ? 1 : nil
        case .tab: return bytes[place] == 0x09 ? 1 : nil
        case .bar:
            if bytes[place] == UInt8(ascii: "|") { return 1 }
            return bytes.hasBoxLine(at: place) && place + 3 <= line.upperBound
                ? 3 : nil
        case .spaces:
            guard bytes[place] == 0x20, bytes.at(place + 1) == 0x20 else { return nil }
            var end = place
            while end < line.upperBound, bytes[end] == 0x20 { end += 1 }
            return end < line.upperBound && place > line.lowerBound ? end - place : nil
        }
    }

    private func trimmed(_ cell: Range<Int>) -> Range<Int> {
        var (start, end) = (cell.lowerBound, cell.upperBound)
        while start < end, isAround(bytes[start]) { start += 1 }
        while end > start, isAround(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func isAround(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
