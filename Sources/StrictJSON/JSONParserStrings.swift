/// Strings (RFC 8259 §7).
extension JSONParser {
    /// Reads the string whose opening quote is at `position`.
    /// - Parameter maximumBytes: nil uses the limit of strings.
    mutating func string(maximumBytes: Int? = nil) throws(JSONFailure) -> String {
        let maximumBytes = maximumBytes ?? limits.maximumStringBytes
        let start = position + 1
        let run = plainRun(from: start)
        guard run.end < bytes.count else { throw JSONFailure(.unexpectedEnd, at: run.end) }
        guard bytes[run.end] == UInt8(ascii: "\"") else {
            return try escapedString(from: start, firstRunEnd: run.end, maximumBytes)
        }
        guard run.end - start <= maximumBytes else { throw tooLong(maximumBytes, at: start) }
        let contents = UnsafeBufferPointer(rebasing: bytes[start..<run.end])
        position = run.end + 1
        // This initialiser is several times faster than the validating one, and ASCII has nothing to repair.
        if run.isASCII { return String(decoding: contents, as: UTF8.self) }
        guard let text = String(validating: contents, as: UTF8.self) else { throw notUTF8(in: start..<run.end) }
        try checkMarks(of: text, at: start)
        return text
    }

    private mutating func escapedString(
        from start: Int,
        firstRunEnd: Int,
        _ maximumBytes: Int
    ) throws(JSONFailure) -> String {
        var decoded = [UInt8]()
        var runStart = start
        var runEnd = firstRunEnd
        while true {
            decoded.append(contentsOf: bytes[runStart..<runEnd])
            guard runEnd < bytes.count else { throw JSONFailure(.unexpectedEnd, at: runEnd) }
            guard decoded.count <= maximumBytes else { throw tooLong(maximumBytes, at: start) }
            position = runEnd
            if bytes[runEnd] == UInt8(ascii: "\"") { break }
            guard bytes[runEnd] == UInt8(ascii: "\\") else {
                throw JSONFailure(.unexpectedByte(bytes[runEnd]), at: runEnd)
            }
            try escape(into: &decoded)
            runStart = position
            runEnd = plainRun(from: runStart).end
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw notUTF8(in: start..<position) }
        try checkMarks(of: text, at: start)
        position += 1
        return text
    }

    /// Reads the escape whose backslash is at `position`.
    private mutating func escape(into decoded: inout [UInt8]) throws(JSONFailure) {
        let start = position
        guard start + 1 < bytes.count else { throw JSONFailure(.unexpectedEnd, at: bytes.count) }
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): decoded.append(0x22)
        case UInt8(ascii: "\\"): decoded.append(0x5C)
        case UInt8(ascii: "/"): decoded.append(0x2F)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        // Every scalar has a UTF-8 encoding.
        case UInt8(ascii: "u"): decoded.append(contentsOf: UTF8.encode(try unicodeEscape(from: start))!)
        default: throw JSONFailure(.badEscape, at: start)
        }
    }

    /// Reads the digits of `\uXXXX`, and of the second half of a pair; `position` is after the `u`.
    private mutating func unicodeEscape(from start: Int) throws(JSONFailure) -> Unicode.Scalar {
        let first = try fourDigits(of: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let end = position
        do throws(JSONFailure) { return try pair(of: first, from: start) } catch {
            guard limits.replacesLoneSurrogates, case .loneSurrogate = error.reason else { throw error }
            position = end
            return "\u{FFFD}"
        }
    }

    /// Reads the second half of a surrogate pair.
    private mutating func pair(of first: UInt32, from start: Int) throws(JSONFailure) -> Unicode.Scalar {
        guard first < 0xDC00 else { throw JSONFailure(.loneSurrogate, at: start) }
        guard position < bytes.count else { throw JSONFailure(.unexpectedEnd, at: position) }
        guard bytes[position] == UInt8(ascii: "\\") else { throw JSONFailure(.loneSurrogate, at: start) }
        guard position + 1 < bytes.count else { throw JSONFailure(.unexpectedEnd, at: bytes.count) }
        guard bytes[position + 1] == UInt8(ascii: "u") else { throw JSONFailure(.loneSurrogate, at: start) }
        let secondStart = position
        position += 2
        let second = try fourDigits(of: secondStart)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONFailure(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func fourDigits(of escapeStart: Int) throws(JSONFailure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw JSONFailure(.unexpectedEnd, at: position) }
            guard let digit = Self.hexadecimalDigit(bytes[position]) else {
                throw JSONFailure(.badEscape, at: escapeStart)
            }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }

    /// Finds the end of the bytes from `start` up to a quote, a backslash, a control character or the end.
    private func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
        var place = start
        var seen: UInt64 = 0
        if let base = bytes.baseAddress.map(UnsafeRawPointer.init) {
            while place + 8 <= bytes.count {
                let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let marks = Self.marks(in: word)
                if marks != 0 {
                    let length = marks.trailingZeroBitCount >> 3
                    seen |= word & ((1 << UInt64(length << 3)) - 1)
                    return (place + length, seen & Self.highBits == 0)
                }
                seen |= word
                place += 8
            }
        }
        while place < bytes.count, bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\""),
            bytes[place] != UInt8(ascii: "\\")
        {
            seen |= UInt64(bytes[place])
            place += 1
        }
        return (place, seen & Self.highBits == 0)
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Sets the high bit of each of eight bytes that ends a plain run. A borrow can only set bits above a correct one,
    /// so the lowest is always correct.
    private static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let found = (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word
        return found & highBits
    }

    private func checkMarks(of text: String, at offset: Int) throws(JSONFailure) {
        let maximum = limits.maximumMarks
        guard text.withBytes({ StreamSafeText.holds($0, maximumMarks: maximum) }) else {
            throw JSONFailure(.tooManyMarks(maximum: maximum), at: offset)
        }
    }

    private func tooLong(_ maximumBytes: Int, at offset: Int) -> JSONFailure {
        JSONFailure(.tooLong(maximumBytes: maximumBytes), at: offset)
    }

    /// Finds the first byte at which the range stops being UTF-8. Escapes are ASCII, so the undecoded bytes are enough.
    private func notUTF8(in range: Range<Int>) -> JSONFailure {
        var low = range.lowerBound
        while low < range.upperBound {
            let length = Self.lengthOfScalar(startingWith: bytes[low])
            guard length > 0, low + length <= range.upperBound,
                String(validating: bytes[low..<low + length], as: UTF8.self) != nil
            else { return JSONFailure(.notUTF8, at: low) }
            low += length
        }
        return JSONFailure(.notUTF8, at: range.lowerBound)
    }

    private static func lengthOfScalar(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0x00...0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }
}
