/// The span of time and the filters of a saved view, by their names in the address of the Events page.
public struct ViewFilters: Sendable, Hashable {
    /// A span of time, as in `24h` or `30d`, or the times `from` and `to`.
    private static let times = ["range", "from", "to"]
    /// All names, in the order in which they are written.
    public static let names = times + EventDimension.filtered.map(\.name)
    public static let valueMaximumLength = 200

    private var values: [String: String] = [:]

    public init() {}

    /// The filters that are set, in the order of `names`.
    public var all: [(name: String, value: String)] {
        Self.names.compactMap { name in values[name].map { (name, $0) } }
    }

    /// - Returns: nil when a filter cannot have this value, or there is no such filter.
    public init?(_ pairs: [(name: String, value: String)]) {
        for (name, value) in pairs {
            guard let value = Self.settled(value, of: name) else { return nil }
            values[name] = value
        }
    }

    /// Returns the form in which a value is kept.
    private static func settled(_ value: String, of name: String) -> String? {
        guard !value.isEmpty, value.utf8.count <= valueMaximumLength else { return nil }
        switch name {
        case "range": return isRange(value) ? value : nil
        case "from", "to":
            // The address of a page has whole minutes.
            let isShort = value.utf8.count == 17 && value.utf8.last == UInt8(ascii: "Z")
            return Timestamp(rfc3339: isShort ? value.dropLast() + ":00Z" : value[...])?.rfc3339
        default:
            guard let dimension = EventDimension.filtered.first(where: { $0.name == name }) else { return nil }
            return switch dimension.definition.values {
            case .choice(let words): words.contains(value) ? value : nil
            case .traceID: TraceID(value)?.description
            case .text, .cause, .milliseconds: value
            }
        }
    }

    /// `1h` to `400d`.
    private static func isRange(_ value: String) -> Bool {
        guard let unit = value.utf8.last, unit == UInt8(ascii: "h") || unit == UInt8(ascii: "d"),
            value.utf8.count <= 4, let number = Int(value.dropLast())
        else { return false }
        return (1...400).contains(number) && String(number) == value.dropLast()
    }
}
