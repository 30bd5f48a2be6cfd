/// A comparison with one value, or a range between two.
public enum QueryBounds<Value: Sendable & Hashable>: Sendable, Hashable {
    case below(Value)
    case atMost(Value)
    case above(Value)
    case atLeast(Value)
    /// Both inclusive.
    case within(Value, Value)

    /// In the notation of queries: `>=2.3`, `2.3..2.4`, or one value.
    func text(_ write: (Value) -> String) -> String {
        switch self {
        case .below(let value): "<\(write(value))"
        case .atMost(let value): "<=\(write(value))"
        case .above(let value): ">\(write(value))"
        case .atLeast(let value): ">=\(write(value))"
        case .within(let lower, let upper):
            lower == upper ? write(lower) : "\(write(lower))..\(write(upper))"
        }
    }
}

extension QueryBounds where Value: Comparable {
    public func contains(_ value: Value) -> Bool {
        switch self {
        case .below(let bound): value < bound
        case .atMost(let bound): value <= bound
        case .above(let bound): value > bound
        case .atLeast(let bound): value >= bound
        case .within(let lower, let upper): value >= lower && value <= upper
        }
    }
}
