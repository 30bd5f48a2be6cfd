/// Writes samples in the Prometheus text format 0.0.4, families in the order of their names.
struct PrometheusWriter {
    private let help: [String: String]
    private var kinds: [String: MetricKind] = [:]
    private var samples: [String: [String: [String]]] = [:]

    init(help: [String: String]) { self.help = help }

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
