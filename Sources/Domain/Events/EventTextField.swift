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
