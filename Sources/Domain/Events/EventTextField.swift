/// The free texts of an event beside its dimensions, with their limits and how they are scrubbed.
public enum EventTextField: CaseIterable, Sendable {
    case errorDomain, errorCode, errorMessage, attributeName, attributeValue

    /// The size of the text, in UTF-8 bytes; the decoder cuts a longer one.
    public var maximumBytes: Int {
        switch self {
        case .errorDomain, .errorCode, .attributeName: EventLimits.dimensionBytes
        case .errorMessage: EventLimits.messageBytes
        case .attributeValue: EventLimits.textBytes
        }
    }

    public var scrubbing: EventScrubbing {
        switch self {
        case .errorDomain, .errorCode, .errorMessage, .attributeName: .text
        case .attributeValue: .namedValue
        }
    }
}

/// How the scrubber treats a text of an event.
public enum EventScrubbing: Sendable, Hashable {
    /// Not at all: the value is one of a closed set, or assigned by the server.
    case none
    /// By the shape of the values in it.
    case text
    /// By the shape of the values in it; four numbers with dots are a version, not a network address.
    case version
    /// By the name of the attribute that has it, then by its shape.
    case namedValue
}
