import Domain

/// A duration in Go's format: `1h30m`, `0.5h`, `300ms`.
struct GoDuration: Sendable {
    /// A hundred years.
    private static let maximumSeconds = 3_155_760_000.0
    private static let units: [(name: String, seconds: Double)] = [
        ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600),
    ]

    let span: Duration

    /// - Returns: nil for invalid text, and for more than a hundred years.
    init?(_ text: String) {
        var rest = text[...]
        var seconds = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { !($0.isASCII && ($0.isNumber || $0 == ".")) }
            rest = rest[name.endIndex...]
            guard let number = Double(digits), let unit = Self.units.first(where: { $0.name == name }) else {
                return nil
            }
            seconds += number * unit.seconds
        }
        guard seconds.isFinite, seconds <= Self.maximumSeconds else { return nil }
        span = .milliseconds(Int64(seconds * 1000))
    }
}
