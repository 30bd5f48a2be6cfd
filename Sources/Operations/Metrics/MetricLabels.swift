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
