import Domain

/// What a value means that a client sends with an event: a dimension, or another part of an event.
enum EventField: Hashable, CaseIterable {
    case dimension(EventDimension)
    case id, time, attributes, error, errorDomain, errorCode, errorMessage, errorChain, errorType

    private static let others: [EventField] = [
        .id, .time, .attributes, .error, .errorDomain, .errorCode, .errorMessage, .errorChain, .errorType,
    ]
    static let allCases: [EventField] = EventDimension.allCases.map { .dimension($0) } + others

    /// The place among all fields.
    var place: Int {
        let other: Int
        switch self {
        case .dimension(let dimension): return dimension.rawValue
        case .id: other = 0
        case .time: other = 1
        case .attributes: other = 2
        case .error: other = 3
        case .errorDomain: other = 4
        case .errorCode: other = 5
        case .errorMessage: other = 6
        case .errorChain: other = 7
        case .errorType: other = 8
        }
        return EventDimension.allCases.count + other
    }

    /// The size of its text, in UTF-8 bytes.
    var maximumBytes: Int {
        switch self {
        case .dimension(let dimension): dimension.definition.maximumBytes
        case .errorDomain: EventTextField.errorDomain.maximumBytes
        case .errorCode, .errorType: EventTextField.errorCode.maximumBytes
        default: EventTextField.errorMessage.maximumBytes
        }
    }

    /// The names by which clients send it; none for one that the format does not have, or that the server sets.
    func names(in format: EventFormat) -> [String] {
        switch (self, format) {
        case (.dimension(let dimension), _):
            let names = dimension.definition.wireNames
            return switch format {
            case .native: names.native + names.otlp
            case .otlp: names.otlp
            case .sentry: names.native.map { "auth.\($0)" }.filter { !names.otlp.contains($0) } + names.otlp
            }
        case (.id, .native): return ["id"]
        case (.id, .otlp): return ["log.record.uid"]
        case (.time, .native): return ["time", "timestamp"]
        case (.attributes, .native): return ["attributes"]
        case (.error, .native): return ["error"]
        case (.errorDomain, _): return ["auth.error.domain", "exception.type"]
        case (.errorCode, _): return ["auth.error.code"]
        case (.errorMessage, .native): return ["exception.message"]
        case (.errorMessage, _): return ["auth.error.message", "exception.message"]
        case (.errorChain, .otlp): return ["auth.error.chain"]
        case (.errorType, .otlp): return ["error.type"]
        case (.id, .sentry), (.time, _), (.attributes, _), (.error, _), (.errorChain, _), (.errorType, _): return []
        }
    }
}
