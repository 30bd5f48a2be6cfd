/// Where the rest of a line ends that is a value.
extension ValueReader {
    private static let longestName = 64
    /// The rest of a line that may turn out to have only words.
    static let longestPlainRest = 256

    /// The end of the line, of the text in quotation marks or the bracket around the name, or the next name with a value.
    func endOfRest(from start: Int, isHeader: Bool) -> Int {
        // What is around the name is looked for when it can matter.
        var known: (quote: (byte: UInt8, width: Int)?, isBracketed: Bool)?
        func around() -> (quote: (byte: UInt8, width: Int)?, isBracketed: Bool) {
            let around = known ?? enclosing
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
    func isPair(after separator: Int) -> Bool {
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
    private var enclosing: (quote: (byte: UInt8, width: Int)?, isBracketed: Bool) {
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
}
