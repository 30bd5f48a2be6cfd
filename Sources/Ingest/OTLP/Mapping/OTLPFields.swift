import Domain
import StrictJSON

/// The attributes of a record, a scope or a resource: those with a meaning by their place, and the rest.
struct OTLPFields {
    private struct Attribute {
        let name: String
        let rank: Int
        let value: JSONValue
    }

    private static let none = [Attribute?](repeating: nil, count: OTLPField.allCases.count)

    private var known = Self.none
    private(set) var rest: [(String, JSONValue)] = []

    /// - Parameter isShared: whether they are attributes of a resource or a scope, which have dimensions, but neither
    ///   ids nor errors.
    init(_ attributes: JSONObject, isShared: Bool = false) {
        for (name, value) in attributes where !name.isEmpty && !value.isNull {
            guard let (field, rank) = OTLPField.named(name), !isShared || field.isDimension else {
                rest.append((name, value))
                continue
            }
            let attribute = Attribute(name: name, rank: rank, value: value)
            guard let other = known[field.place] else {
                known[field.place] = attribute
                continue
            }
            let (better, worse) = rank < other.rank ? (attribute, other) : (other, attribute)
            known[field.place] = better
            rest.append((worse.name, worse.value))
        }
    }

    subscript(field: OTLPField) -> JSONValue? { known[field.place]?.value }

    /// Takes the fields that these attributes do not have from the scope's or the resource's.
    mutating func merge(_ other: OTLPFields) {
        for place in known.indices where known[place] == nil { known[place] = other.known[place] }
    }

    /// Reads a text; a number counts as its digits. Another value stays an attribute.
    mutating func text(_ field: OTLPField, _ maximumBytes: Int) -> String? {
        switch self[field] {
        case nil: return nil
        case .string(let text)?: return text.isEmpty ? nil : EventText.clipped(text, maximumBytes)
        case .integer(let number)?: return String(number)
        case .number(let number)?: return "\(number)"
        default:
            setAside(field)
            return nil
        }
    }

    /// Makes the value of a field an attribute like any other.
    mutating func setAside(_ field: OTLPField) {
        guard let attribute = known[field.place] else { return }
        rest.append((attribute.name, attribute.value))
        known[field.place] = nil
    }

    mutating func addRest(_ name: String, _ value: JSONValue) { rest.append((name, value)) }

    /// Reads the texts of the dimensions.
    mutating func texts() -> EventTexts {
        var texts = EventTexts()
        for dimension in EventDimension.texts {
            guard let text = text(.dimension(dimension), dimension.definition.maximumBytes) else { continue }
            texts[dimension] = text
        }
        return texts
    }

    /// Returns the stage; a stage that we do not know is kept as an attribute.
    mutating func stage() -> Stage {
        guard let text = text(.dimension(.stage), EventLimits.dimensionBytes) else { return .other }
        if let stage = Stage(wire: text) { return stage }
        setAside(.dimension(.stage))
        return .other
    }

    /// Returns the outcome; one that we do not know is kept as an attribute.
    mutating func outcome() -> Outcome? {
        guard let text = text(.dimension(.outcome), EventLimits.dimensionBytes) else { return nil }
        if let outcome = Outcome(wire: text) { return outcome }
        setAside(.dimension(.outcome))
        return nil
    }

    /// Returns the duration that the client names; another value is kept as an attribute.
    mutating func duration() -> Duration? {
        guard let value = self[.dimension(.duration)] else { return nil }
        if let duration = EventTime.duration(value) { return duration }
        setAside(.dimension(.duration))
        return nil
    }

    /// Returns the record's own id; another value than an id is kept as an attribute.
    mutating func recordID() -> EventIdentifier? {
        guard let value = self[.recordID] else { return nil }
        if let id = value.stringValue.flatMap({ EventIdentity.id($0) }) { return id }
        setAside(.recordID)
        return nil
    }

    /// Returns the attempt that the client names, else the trace; another name of the attempt, and a trace that is not
    /// the attempt, are kept as attributes.
    mutating func attempt(trace bytes: [UInt8]) -> TraceID? {
        let trace = TraceID(bytes: bytes)
        guard let text = text(.dimension(.attempt), EventLimits.dimensionBytes) else { return trace }
        guard let attempt = TraceID(text) else {
            setAside(.dimension(.attempt))
            return trace
        }
        if let trace, trace != attempt { addRest("trace_id", .string(trace.description)) }
        return attempt
    }
}

/// The attributes with a meaning: dimensions, and the parts of an error.
enum OTLPField: Hashable, CaseIterable {
    case dimension(EventDimension)
    case recordID, errorDomain, errorCode, errorMessage, errorChain, errorType

    static let allCases: [OTLPField] =
        EventDimension.allCases.map { .dimension($0) }
        + [.recordID, .errorDomain, .errorCode, .errorMessage, .errorChain, .errorType]

    /// The names of its attribute; the first one that a record has counts.
    var names: [String] {
        switch self {
        case .dimension(let dimension): dimension.definition.wireNames.otlp
        case .recordID: ["log.record.uid"]
        case .errorDomain: ["auth.error.domain", "exception.type"]
        case .errorCode: ["auth.error.code"]
        case .errorMessage: ["auth.error.message", "exception.message"]
        case .errorChain: ["auth.error.chain"]
        case .errorType: ["error.type"]
        }
    }

    var isDimension: Bool { if case .dimension = self { true } else { false } }

    /// The place among all fields.
    var place: Int {
        switch self {
        case .dimension(let dimension): dimension.rawValue
        case .recordID: Self.others
        case .errorDomain: Self.others + 1
        case .errorCode: Self.others + 2
        case .errorMessage: Self.others + 3
        case .errorChain: Self.others + 4
        case .errorType: Self.others + 5
        }
    }

    private static let others = EventDimension.allCases.count
    private static let fields: [ByteText: (field: OTLPField, rank: Int)] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in
            field.names.enumerated().map { (ByteText($1), (field, $0)) }
        }
    )

    /// - Returns: the field, and the place of the name among its names.
    static func named(_ name: String) -> (field: OTLPField, rank: Int)? { fields[ByteText(name)] }
}
