import Domain
import StrictJSON

/// Texts of events, cut to what is kept.
enum EventText {
    /// Cuts at the boundary of a character.
    static func clipped(_ text: String, _ maximumBytes: Int) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: maximumBytes)
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }

    /// About how many bytes a value takes when it is written.
    static func weight(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool: 5
        case .integer, .number: 12
        case .string(let text): text.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + weight($1) }
        case .object(let object): object.reduce(2) { $0 + $1.0.utf8.count + 4 + weight($1.1) }
        }
    }
}

/// What has no field of its own, as a flat list.
enum EventAttributes {
    /// Says how many were left out.
    static let dropped = "gatehouse.dropped"

    /// - Parameter shared: of all events of the delivery; the event's own win.
    static func flattened(_ own: [(String, JSONValue)], shared: [(String, JSONValue)]) -> [EventAttribute] {
        if own.isEmpty, shared.isEmpty { return [] }
        var found: [String: EventAttribute.Value] = [:]
        for (name, value) in shared + own { add(value, name, &found) }
        let sorted = found.sorted { $0.key < $1.key }.map { EventAttribute($0.key, $0.value) }
        guard sorted.count > EventLimits.attributes else { return sorted }
        let left = sorted.count - (EventLimits.attributes - 1)
        return (sorted.prefix(EventLimits.attributes - 1) + [EventAttribute(dropped, .integer(Int64(left)))]).sorted { $0.name < $1.name }
    }

    private static func add(_ value: JSONValue, _ name: String, _ found: inout [String: EventAttribute.Value]) {
        let name = EventText.clipped(name, EventLimits.shapeTextBytes)
        switch value {
        case .null: break
        case .bool(let truth): found[name] = .truth(truth)
        case .integer(let number): found[name] = .integer(number)
        case .number(let number): found[name] = .number(number)
        case .string(let text): found[name] = .text(EventText.clipped(text, EventLimits.textBytes))
        case .array: found[name] = .text(EventText.clipped(value.text, EventLimits.textBytes))
        case .object(let object):
            for (inner, value) in object { add(value, "\(name).\(inner)", &found) }
        }
    }
}
