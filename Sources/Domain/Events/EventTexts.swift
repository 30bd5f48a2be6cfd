/// The texts of an event, one for each dimension that has texts of clients.
///
/// They are kept by index: an event is decoded, scrubbed and stored without a look-up by name.
public struct EventTexts: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private static let none = [String?](repeating: nil, count: EventDimension.allCases.count)

    private var values = Self.none

    public init() {}

    public init(dictionaryLiteral elements: (EventDimension, String?)...) {
        for (dimension, text) in elements { self[dimension] = text }
    }

    /// - Precondition: to set a text, the dimension has texts; the others are properties of the event.
    public subscript(dimension: EventDimension) -> String? {
        get { values[dimension.rawValue] }
        set {
            assert(dimension.isText, "\(dimension) is not a text")
            values[dimension.rawValue] = newValue
        }
    }
}
