import Database
import Domain
import StrictJSON

/// The part of an event that no query searches, as compact JSON: `a`ttributes, clock `c`orrection in milliseconds, and
/// the `e`rror with its `m`essage when they have no row of their own.
struct EventExtras {
    /// The keys that rows from before had for dimensions which have columns now.
    private static let formerKeys: [(dimension: EventDimension, key: String)] = [(.name, "n"), (.network, "t")]

    /// The texts of `formerKeys`; they are only read.
    var texts = EventTexts()
    var error: EventError?
    var attributes: [EventAttribute] = []
    var correction = Duration.zero

    /// - Parameter hasMessage: whether the error has a row of `messages`.
    init(_ event: ClassifiedEvent, hasMessage: Bool) {
        error = hasMessage ? nil : event.content.error
        attributes = event.content.attributes
        correction = event.clockCorrection
    }

    /// Nil when there are no extras.
    var text: String? {
        var members: [(String, JSONValue)] = []
        if let error {
            members.append(("e", EventMessage.json(error)))
            if let message = error.message { members.append(("m", .string(message))) }
        }
        if !attributes.isEmpty {
            members.append(("a", .array(attributes.map { .array([.string($0.name), $0.value.json]) })))
        }
        if correction != .zero { members.append(("c", .integer(correction.wholeMilliseconds))) }
        return members.isEmpty ? nil : JSONValue.object(JSONObject(members)).text
    }

    /// - Parameter message: the text of the event's message row, for rows from before that keep the rest of the error.
    init(text: String?, message: String?) throws {
        guard let text, let object = try JSONValue(parsing: Array(text.utf8), limits: .stored).objectValue else {
            return
        }
        for (dimension, key) in Self.formerKeys { texts[dimension] = object[key]?.stringValue }
        correction = .milliseconds(object["c"]?.integerValue ?? 0)
        error = EventMessage.error(object["e"], message: message ?? object["m"]?.stringValue)
        attributes = (object["a"]?.arrayValue ?? []).compactMap { item in
            guard let pair = item.arrayValue, pair.count == 2, let name = pair[0].stringValue,
                let value = EventAttribute.Value(pair[1])
            else { return nil }
            return EventAttribute(name, value)
        }
    }
}

extension EventAttribute.Value {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .bool(let bool): .bool(bool)
        }
    }

    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .bool(let bool): self = .bool(bool)
        default: return nil
        }
    }
}
