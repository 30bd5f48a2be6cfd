/// What a term of a query is about: a dimension, the error's message, or the time.
public enum QueryField: Sendable, Hashable {
    case dimension(EventDimension)
    /// The message of the error, which free text searches.
    case message
    /// The time of the event, after the correction of the client's clock.
    case time

    /// The values of a field, and how they compare.
    public enum Kind: Sendable, Hashable {
        /// A closed set.
        case choice([String])
        case text
        /// A text that has an order when it is a version.
        case version
        case traceID
        /// A text that is searched, ignoring the case of ASCII letters.
        case message
        case duration
        case time
    }

    public var kind: Kind {
        switch self {
        case .message: .message
        case .time: .time
        case .dimension(let dimension): Self.kind(of: dimension.definition)
        }
    }

    private static func kind(of definition: EventDimension.Definition) -> Kind {
        switch definition.values {
        case .choice(let words): .choice(words)
        case .traceID: .traceID
        case .milliseconds: .duration
        case .text, .cause: definition.scrubbing == .version ? .version : .text
        }
    }

    /// Whether values can be compared by `<` and ranges.
    public var hasOrder: Bool {
        switch kind {
        case .version, .duration, .time: true
        case .choice, .text, .traceID, .message: false
        }
    }

    /// Whether every event has a value.
    public var isAlwaysPresent: Bool {
        switch kind {
        case .choice, .time: true
        case .text, .version, .traceID, .message, .duration: false
        }
    }

    /// Whether a comma belongs to the value: models of devices are named like `iPhone16,1`.
    var hasCommas: Bool { self == .dimension(.deviceModel) }
}
