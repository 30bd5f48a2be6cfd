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

    init(_ format: EventFormat) { self.format = format }

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
    private func rank(of field: EventField) -> Int? { known[field.place]?.rank }

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

extension EventFields {
    /// Takes a value, if the name is one of a field that has none, and the value can be read as one of the field. Another
    /// value is kept as an attribute; an empty text says nothing.
    mutating func take(_ name: String, _ value: JSONValue, ofFields: (EventField) -> Bool = { _ in true }) {
        guard let (field, rank) = format.field(name), ofFields(field) else { return addRest(name, value) }
        if case .string(let text) = value, text.isEmpty { return }
        guard field.canRead(value) else { return addRest(name, value) }
        if let other = self.rank(of: field) {
            guard format.ranksNames, rank < other else { return addRest(name, value) }
            setAside(field)
        }
        set(field, rank, value)
    }

    /// Returns the text of a field, or a number as its digits.
    func text(_ field: EventField) -> String? { self[field].flatMap(field.text) }

    func text(_ dimension: EventDimension) -> String? { text(.dimension(dimension)) }

    /// The texts of the dimensions.
    var texts: EventTexts {
        var texts = EventTexts()
        for dimension in EventDimension.texts {
            guard let text = text(dimension) else { continue }
            texts[dimension] = text
        }
        return texts
    }

    /// `other` when the client names none that this version knows.
    var stage: Stage { text(.stage).flatMap { Stage(wire: $0) } ?? .other }
    var outcome: Outcome? { text(.outcome).flatMap { Outcome(wire: $0) } }
    var attempt: TraceID? { text(.attempt).flatMap { TraceID($0) } }
    /// At most the limit.
    var duration: Duration? { self[.dimension(.duration)].flatMap(EventTime.duration) }
}

extension EventField {
    /// Returns a text, or a number as its digits, as it is kept.
    func text(_ value: JSONValue) -> String? {
        EventText.text(value).map { EventText.clipped($0, maximumBytes) }
    }

    fileprivate func canRead(_ value: JSONValue) -> Bool {
        switch self {
        case .dimension(.duration): EventTime.duration(value) != nil
        case .dimension(.stage): text(value).flatMap { Stage(wire: $0) } != nil
        case .dimension(.outcome): text(value).flatMap { Outcome(wire: $0) } != nil
        case .dimension(.attempt): text(value).flatMap { TraceID($0) } != nil
        case .id: value.stringValue.flatMap { EventIdentity.id($0) } != nil
        case .dimension, .errorDomain, .errorCode, .errorMessage, .errorType: text(value) != nil
        case .time, .attributes, .error, .errorChain: true
        }
    }
}
