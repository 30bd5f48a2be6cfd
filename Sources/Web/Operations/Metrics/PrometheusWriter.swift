/// Writes samples in the Prometheus text format 0.0.4, families in the order of their names.
struct PrometheusWriter {
    private let help: [String: String]
    private var kinds: [String: MetricKind] = [:]
    private var samples: [String: [String: [String]]] = [:]

    init(help: [String: String]) {
        self.help = help
    }

    mutating func declare(_ name: String, _ kind: MetricKind) {
        if kinds[name] == nil { kinds[name] = kind }
    }

    mutating func add(
        _ name: String,
        _ labels: MetricLabels,
        _ value: Double,
        suffix: String = "",
        bound: Double? = nil
    ) {
        let line = "\(name)\(suffix)\(labels.text(bound: bound.map(Self.number))) \(Self.number(value))"
        samples[name, default: [:]][labels.text(bound: nil), default: []].append(line)
    }

    var text: String {
        var lines: [String] = []
        for (name, bySeries) in samples.sorted(by: { $0.key < $1.key }) {
            if let help = help[name] { lines.append("# HELP \(name) \(MetricLabels.escaped(help, quotes: false))") }
            lines.append("# TYPE \(name) \((kinds[name] ?? .gauge).rawValue)")
            for (_, series) in bySeries.sorted(by: { $0.key < $1.key }) { lines += series }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Writes an integer without a fraction, for readable counts.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? value.description
    }
}

/// The labels of one series, sorted by name.
struct MetricLabels: Hashable, Sendable {
    static let maximumValueLength = 128

    private let pairs: [Pair]

    private struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    init(_ labels: [(String, String)]) {
        var seen: Set<String> = []
        pairs = labels.map { Pair(name: MetricName.label($0.0), value: String($0.1.prefix(Self.maximumValueLength))) }
            .filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    /// `{method="GET",route="/"}`, empty without labels.
    func text(bound: String?) -> String {
        var parts = pairs.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
        if let bound { parts.append("le=\"\(bound)\"") }
        return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
    }

    static func escaped(_ text: String, quotes: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            case "\r": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

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
