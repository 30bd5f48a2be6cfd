import StrictJSON

/// One question about one field of an event. Without a value, every rule answers no.
public struct EventTest: Sendable, Hashable {
    public enum Rule: Sendable, Hashable {
        case exists
        /// The value has these bytes.
        case equals(ByteText)
        /// The message is matched in lower case (ASCII).
        case matches(WildcardPattern)
        /// The value is a version in these bounds; what is no version is in none.
        case version(QueryBounds<VersionNumber>)
        /// In milliseconds.
        case duration(QueryBounds<Int64>)
        case time(QueryBounds<QueryTime>)
    }

    public let field: QueryField
    public let rule: Rule

    init(_ field: QueryField, _ rule: Rule) {
        self.field = field
        self.rule = rule
    }

    /// The test that answers the opposite for every event: times have one, because each event has a time.
    var complement: EventTest? {
        guard case .time(let bounds) = rule else { return nil }
        return switch bounds {
        case .below(let time): EventTest(field, .time(.atLeast(time)))
        case .atMost(let time): EventTest(field, .time(.above(time)))
        case .above(let time): EventTest(field, .time(.atMost(time)))
        case .atLeast(let time): EventTest(field, .time(.below(time)))
        case .within: nil
        }
    }

    /// Whether the shape of an event answers it: a store evaluates it once for each shape.
    public var isAboutShape: Bool {
        guard case .dimension(let dimension) = field, case .shape = dimension.definition.storage else { return false }
        return true
    }
}
