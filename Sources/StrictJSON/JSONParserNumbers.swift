/// Numbers (RFC 8259 §6).
extension JSONParser {
    /// The largest values for which a double holds both the digits and the power of ten exactly, so that one division
    /// or multiplication rounds correctly.
    private static let exactDigits: UInt64 = 1 << 53
    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Reads the number whose first byte, a digit or a minus, is at `position`.
    mutating func number() throws(JSONFailure) -> JSONValue {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        var digits = Digits()
        if take(UInt8(ascii: "0")) {
            guard digit() == nil else { throw JSONFailure(.badNumber, at: start) }
        } else {
            try readDigits(into: &digits, of: start)
        }
        let isWhole = !isNext(UInt8(ascii: ".")) && !isNext(UInt8(ascii: "e")) && !isNext(UInt8(ascii: "E"))
        if isWhole, let whole = digits.whole(isNegative: isNegative) { return .integer(whole) }
        try readFractionAndExponent(into: &digits, of: start)
        guard position - start <= limits.maximumNumberBytes else {
            throw JSONFailure(.tooLong(maximumBytes: limits.maximumNumberBytes), at: start)
        }
        if let simple = digits.simple(Self.exactDigits, Self.exactPowers) {
            return .number(isNegative ? -simple : simple)
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
            throw JSONFailure(.badNumber, at: start)
        }
        return .number(number)
    }

    private mutating func readFractionAndExponent(into digits: inout Digits, of start: Int) throws(JSONFailure) {
        if take(UInt8(ascii: ".")) {
            let before = position
            try readDigits(into: &digits, of: start)
            digits.exponent -= position - before
        }
        guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return }
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        var exponent = Digits()
        try readDigits(into: &exponent, of: start)
        digits.add(exponent: exponent, isNegative: isNegative)
    }

    /// Reads one or more digits.
    private mutating func readDigits(into digits: inout Digits, of start: Int) throws(JSONFailure) {
        guard let first = digit() else {
            throw position < bytes.count
                ? JSONFailure(.badNumber, at: start) : JSONFailure(.unexpectedEnd, at: position)
        }
        digits.append(first)
        position += 1
        while let next = digit() {
            digits.append(next)
            position += 1
        }
    }

    private func digit() -> UInt8? {
        guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
        return bytes[position] - 0x30
    }

    private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard isNext(byte) else { return false }
        position += 1
        return true
    }
}

/// The digits of a number without its decimal point, and the position of the point.
private struct Digits {
    private var value: UInt64 = 0
    private var isTooLong = false
    var exponent = 0

    mutating func append(_ digit: UInt8) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        if overflow || carry { isTooLong = true } else { value = sum }
    }

    mutating func add(exponent other: Digits, isNegative: Bool) {
        let size = other.isTooLong || other.value > 100_000 ? 100_000 : Int(other.value)
        exponent += isNegative ? -size : size
    }

    /// Nil when the number does not fit, and for minus zero, which only a double can represent.
    func whole(isNegative: Bool) -> Int64? {
        guard !isTooLong else { return nil }
        guard isNegative else { return Int64(exactly: value) }
        guard value > 0, value <= Int64.min.magnitude else { return nil }
        return Int64(truncatingIfNeeded: 0 &- value)
    }

    func simple(_ exactDigits: UInt64, _ exactPowers: [Double]) -> Double? {
        guard !isTooLong, value <= exactDigits, exponent.magnitude < exactPowers.count else { return nil }
        let power = exactPowers[Int(exponent.magnitude)]
        return exponent < 0 ? Double(value) / power : Double(value) * power
    }
}
