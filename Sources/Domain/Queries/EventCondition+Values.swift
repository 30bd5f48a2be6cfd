import StrictJSON

extension EventCondition {
    /// The condition that a dimension has a value, which is compared by its bytes: a filter of a page, a link of a facet.
    /// - Parameter value: as `SearchableEvent` has it; nil for events without a value.
    public static func value(_ value: String?, of dimension: EventDimension) -> EventCondition {
        let field = QueryField.dimension(dimension)
        guard let value else {
            return field.isAlwaysPresent ? .nothing : .not(EventTest(field, .exists))
        }
        guard field.kind == .duration else { return .test(EventTest(field, .equals(ByteText(value)))) }
        return Int64(value).map { .test(EventTest(field, .duration(.within($0, $0)))) } ?? .nothing
    }
}
