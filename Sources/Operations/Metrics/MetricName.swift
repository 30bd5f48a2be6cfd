enum MetricName {
    /// `[a-zA-Z_:][a-zA-Z0-9_:]*`
    static func sanitized(_ name: String) -> String { cleaned(name, also: ":") }

    /// The name of a counter ends in `_total`.
    static func counter(_ name: String) -> String { suffixed(sanitized(name), "_total") }

    /// Timers are in seconds.
    static func timer(_ name: String) -> String { suffixed(sanitized(name), "_seconds") }

    /// `le` is reserved for the buckets of a histogram.
    static func label(_ name: String) -> String {
        let name = cleaned(name, also: "")
        return name == "le" ? "le_" : name
    }

    private static func suffixed(_ name: String, _ suffix: String) -> String {
        name.hasSuffix(suffix) ? name : name + suffix
    }

    private static func cleaned(_ name: String, also: String) -> String {
        let text = name.unicodeScalars.map { scalar -> Character in
            let isKept =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
            return isKept || also.unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        let startsWell = text.first.map { !$0.isNumber } ?? false
        return (startsWell ? "" : "_") + String(text)
    }
}
