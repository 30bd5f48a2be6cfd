import Domain
import StrictJSON

/// The newest breadcrumbs of an event, as attributes. SDKs send a hundred, the newest last.
struct SentryBreadcrumbs {
    /// The size of all of them: of their names, and of their texts as JSON strings, as they are stored.
    static let maximumBytes = 8 * 1024
    static let messageBytes = 512
    /// The size of the data of one breadcrumb as JSON, and of one text in it.
    static let dataBytes = 1024
    static let dataTextBytes = 256

    /// Those of the newest breadcrumb first.
    private(set) var attributes: [EventAttribute] = []
    /// The number of breadcrumbs that are left out: older ones, and those that say nothing.
    let dropped: Int

    /// - Parameter list: `{"values": […]}`, the list itself, or one breadcrumb.
    init(_ list: JSONValue?, times: SentryTimes) {
        let all = SentryJSON.list(list)
        var (kept, bytes) = (0, 0)
        for value in all.suffix(Breadcrumb.maximumCount).reversed() {
            guard let object = value.objectValue else { continue }
            let new = Self.breadcrumb(object, times).attributes(number: kept + 1)
            guard !new.isEmpty else { continue }
            bytes += Self.size(of: new)
            guard bytes <= Self.maximumBytes else { break }
            attributes += new
            kept += 1
        }
        dropped = all.count - kept
    }

    private static func breadcrumb(_ object: JSONObject, _ times: SentryTimes) -> Breadcrumb {
        Breadcrumb(
            time: times.time(object["timestamp"]),
            category: text(object["category"], EventLimits.dimensionBytes)
                ?? text(object["type"], EventLimits.dimensionBytes),
            level: text(object["level"], EventLimits.dimensionBytes),
            message: text(object["message"], messageBytes),
            data: data(object["data"])
        )
    }

    private static func text(_ value: JSONValue?, _ maximumBytes: Int) -> String? {
        guard let text = value.flatMap(EventText.text), !text.isEmpty else { return nil }
        return EventText.clipped(text, maximumBytes)
    }

    /// Returns the members that fit, as JSON: the scrubber finds the names and values of pairs in it, however deep.
    /// Long texts are cut, and URLs lose their query.
    private static func data(_ value: JSONValue?) -> String? {
        guard let object = value?.objectValue else { return nil }
        var kept = JSONObject()
        var bytes = 2
        for (name, value) in object where !value.isNull && !queries.contains(ByteText(name)) {
            let value = shortened(value, isURL: urls.contains(ByteText(name)))
            // The colon and the comma.
            let size = JSONValue.string(name).serialized().count + value.serialized().count + 2
            guard bytes + size <= dataBytes else { continue }
            bytes += size
            kept.set(name, to: value)
        }
        return kept.isEmpty ? nil : JSONValue.object(kept).text
    }

    private static func shortened(_ value: JSONValue, isURL: Bool) -> JSONValue {
        guard case .string(let text) = value else { return value }
        return .string(EventText.clipped(isURL ? SentryEventMapper.withoutQuery(text) : text, dataTextBytes))
    }

    /// The addresses of a request, and of the pages before and after a navigation.
    private static let urls: Set<ByteText> = ["url", "from", "to"]
    /// What SDKs take from the URL of a request.
    private static let queries: Set<ByteText> = ["http.query", "http.fragment"]

    private static func size(of attributes: [EventAttribute]) -> Int {
        attributes.reduce(0) { sum, attribute in
            let text =
                if case .text(let text) = attribute.value { JSONValue.string(text).serialized().count } else { 0 }
            return sum + attribute.name.utf8.count + text
        }
    }
}
