import Domain
import StrictJSON

/// The values without a field of their own, as a flat list of at most `EventLimits.attributes`.
struct EventAttributes {
    /// The attribute that holds the number of dropped values.
    static let dropped = "gatehouse.dropped"

    private var found: [ByteText: EventAttribute.Value] = [:]
    /// The number of dropped values: their name was in use, or there were too many.
    private var lost = 0

    init(_ values: [(String, JSONValue)] = []) { for (name, value) in values { add(value, name) } }

    /// Lists the attributes of the event first, then those that all events of the delivery share, then the last ones,
    /// as far as there is room.
    /// - Parameter last: the most important ones first.
    func list(with shared: EventAttributes, followedBy last: [EventAttribute] = []) -> [EventAttribute] {
        let own = Self.sorted(found.map { EventAttribute($0.key.text, $0.value) })
        let others = Self.sorted(
            shared.found.filter { found[$0.key] == nil }.map { EventAttribute($0.key.text, $0.value) }
        )
        let new = last.filter { attribute in
            let name = ByteText(attribute.name)
            return found[name] == nil && shared.found[name] == nil
        }
        return Self.bounded(own + others + new, lost: lost + shared.lost + last.count - new.count)
    }

    /// Copies the attributes with no more values than one event can have, so that a thousand events do not each carry
    /// the surplus.
    func bounded() -> EventAttributes {
        guard found.count > EventLimits.attributes else { return self }
        var copy = self
        for name in found.keys.sorted().dropFirst(EventLimits.attributes) { copy.found[name] = nil }
        copy.lost += found.count - EventLimits.attributes
        return copy
    }

    /// Adds the attributes of another list that these do not have.
    func merging(_ other: EventAttributes) -> EventAttributes {
        var copy = self
        copy.found.merge(other.found) { own, _ in own }
        copy.lost += other.lost
        return copy
    }

    /// The size of names and texts, in UTF-8 bytes.
    var bytes: Int {
        found.reduce(0) { sum, attribute in
            let text = if case .text(let text) = attribute.value { text.utf8.count } else { 0 }
            return sum + attribute.key.text.utf8.count + text
        }
    }

    private static func bounded(_ all: [EventAttribute], lost: Int) -> [EventAttribute] {
        guard all.count > EventLimits.attributes || lost > 0 else { return sorted(all) }
        let kept = all.prefix(EventLimits.attributes - 1)
        let count = EventAttribute(dropped, .integer(Int64(lost + all.count - kept.count)))
        return sorted(kept + [count])
    }

    private static func sorted(_ attributes: [EventAttribute]) -> [EventAttribute] {
        attributes.sorted { ByteText($0.name) < ByteText($1.name) }
    }

    private mutating func add(_ value: JSONValue, _ name: String) {
        switch value {
        case .null: break
        case .bool(let bool): set(name, .bool(bool))
        case .integer(let number): set(name, .integer(number))
        case .number(let number): set(name, .number(number))
        case .string(let text): set(name, .text(EventText.clipped(text, EventTextField.attributeValue.maximumBytes)))
        case .array: set(name, .text(EventText.clipped(value.text, EventTextField.attributeValue.maximumBytes)))
        case .object(let object):
            let prefix = EventText.clippedName(name)
            for (inner, value) in object { add(value, "\(prefix).\(inner)") }
        }
    }

    private mutating func set(_ name: String, _ value: EventAttribute.Value) {
        let name = ByteText(EventText.clippedName(name))
        if found[name] == nil, name != ByteText(Self.dropped) { found[name] = value } else { lost += 1 }
    }
}
