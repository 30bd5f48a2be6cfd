/// The notation of spans of time in queries: `500ms`, `1.5s`, `2m`, `6h`, `7d`, `2w`.
enum QuerySpan {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]
    private static let maximumDigits = 9

    /// Returns the whole milliseconds; nil when the text is no span.
    static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
        let whole = bytes.prefix(while: isDigit)
        var rest = bytes.dropFirst(whole.count)
        var fraction = ArraySlice<UInt8>()
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty, whole.count + fraction.count <= maximumDigits,
            let unit = units.first(where: { $0.name.utf8.elementsEqual(rest) }),
            let digits = Int64(String(decoding: whole + fraction, as: UTF8.self))
        else { return nil }
        let scale = fraction.reduce(into: Int64(1)) { scale, _ in scale *= 10 }
        let (product, overflow) = digits.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow || product % scale != 0 ? nil : product / scale
    }

    /// Writes the span in its largest whole unit; weeks are written as days.
    static func text(_ milliseconds: Int64) -> String {
        let unit = units.dropFirst().first { milliseconds.isMultiple(of: $0.milliseconds) && milliseconds > 0 }
        return unit.map { "\(milliseconds / $0.milliseconds)\($0.name)" } ?? "\(milliseconds)ms"
    }
}
