import Domain
import StrictJSON

/// The values that a client sends with one event: those with a meaning by their place, and the rest.
struct EventFields {
    private struct Value {
        let value: JSONValue
        /// The place of its name among those of the field.
        let rank: Int
    }

    private static let none = [Value?](repeating: nil, count: EventField.allCases.count)

    let format: EventFormat
    private var known = Self.none
    private(set) var rest: [(String, JSONValue)] = []

    init(_ format: EventFormat) {
        self.format = format
    }

    subscript(field: EventField) -> JSONValue? { known[field.place]?.value }

    /// The known values.
    var values: [JSONValue] { known.compactMap { $0?.value } }

    /// Sets the value of a field.
    /// - Parameter rank: the place of its name among those of the field.
    mutating func set(_ field: EventField, _ rank: Int, _ value: JSONValue) {
        known[field.place] = Value(value: value, rank: rank)
    }

    /// Takes a value that has no meaning, or none in this format.
    mutating func addRest(_ name: String, _ value: JSONValue?) {
        if let value, !value.isNull { rest.append((name, value)) }
    }

    /// The place of a value's name among those of its field; nil for a field without a value.
    func rank(of field: EventField) -> Int? { known[field.place]?.rank }

    mutating func remove(_ field: EventField) { known[field.place] = nil }

    /// Makes the value of a field an attribute like any other.
    mutating func setAside(_ field: EventField) {
        guard let own = known[field.place] else { return }
        rest.append((field.names(in: format)[own.rank], own.value))
        known[field.place] = nil
    }

    /// Takes the fields that these values do not have from what several events share.
    mutating func merge(_ shared: EventFields) {
        for place in known.indices where known[place] == nil { known[place] = shared.known[place] }
    }
}

/// Reads fields of formats in which a value that cannot be read stays an attribute.
extension EventFields {
    /// Returns the text of a field, or a number as its digits; nil for an empty one.
    mutating func text(_ field: EventField) -> String? {
        guard let value = self[field] else { return nil }
        guard let text = EventText.text(value) else {
            setAside(field)
            return nil
        }
        return text.isEmpty ? nil : EventText.clipped(text, field.maximumBytes)
    }

    /// Returns the texts of the dimensions.
    mutating func texts() -> EventTexts {
        var texts = EventTexts()
        for dimension in EventDimension.texts {
            guard let text = text(.dimension(dimension)) else { continue }
            texts[dimension] = text
        }
        return texts
    }

    /// Returns the stage; one that this version does not know is kept as an attribute.
    mutating func stage() -> Stage { read(.stage) { Stage(wire: $0) } ?? .other }

    /// Returns the outcome that the client says; a word for another one is kept as an attribute.
    mutating func outcome() -> Outcome? { read(.outcome) { Outcome(wire: $0) } }

    /// Returns the attempt that the client names; another text than a trace id is kept as an attribute.
    mutating func attempt() -> TraceID? { read(.attempt) { TraceID($0) } }

    private mutating func read<Value>(_ dimension: EventDimension, _ parse: (String) -> Value?) -> Value? {
        guard let text = text(.dimension(dimension)) else { return nil }
        if let value = parse(text) { return value }
        setAside(.dimension(dimension))
        return nil
    }

    /// Returns the duration that the client says, at most the limit; another value is kept as an attribute.
    mutating func duration() -> Duration? {
        guard let value = self[.dimension(.duration)] else { return nil }
        if let duration = EventTime.duration(value) { return duration }
        setAside(.dimension(.duration))
        return nil
    }
}
