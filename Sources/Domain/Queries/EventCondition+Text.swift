import StrictJSON

/// The canonical text of a condition. Parsing it gives the same condition.
extension EventCondition: CustomStringConvertible {
    public var description: String {
        switch self {
        case .everything: ""
        case .nothing: "-*"
        case .test(let test): test.description
        case .not(let test): "-\(test)"
        case .all(let conditions): conditions.map(\.operand).joined(separator: " ")
        case .any(let conditions):
            Self.valueList(conditions) ?? conditions.map(\.description).joined(separator: " OR ")
        }
    }

    /// The text in a list that must all hold, which binds closer than `OR`.
    private var operand: String {
        guard case .any(let conditions) = self else { return description }
        return Self.valueList(conditions) ?? "(\(description))"
    }

    /// Returns `field:a,b` when the alternatives are values of one field.
    private static func valueList(_ conditions: [EventCondition]) -> String? {
        guard let field = conditions.first?.tests.first?.field else { return nil }
        let values = conditions.map { $0.value(of: field) }
        guard !values.contains(nil) else { return nil }
        return "\(field.name):\(values.compactMap(\.self).joined(separator: ","))"
    }

    private func value(of field: QueryField) -> String? {
        switch self {
        case .test(let test) where test.field == field: test.listedValue
        case .not(EventTest(field, .exists)): field.hasCommas ? nil : "none"
        default: nil
        }
    }
}

extension EventTest: CustomStringConvertible {
    /// `field:value`
    public var description: String { "\(field.name):\(value)" }

    private var value: String {
        switch rule {
        case .exists: "*"
        case .equals(let text): QueryNotation.value(text.text, of: field)
        case .matches(let pattern): QueryNotation.pattern(pattern, of: field)
        case .version(let bounds): bounds.text(\.description)
        case .duration(let bounds): bounds.text(QuerySpan.text)
        case .time(let bounds): bounds.notation
        }
    }

    /// The value in a list with commas; nil when the field takes only quoted values there, and this cannot be quoted.
    fileprivate var listedValue: String? {
        guard field.hasCommas else { return value }
        guard case .equals(let text) = rule else { return nil }
        return QueryNotation.quoted(text.text)
    }
}
