/// A comparison in the notation of queries; the longer ones are looked for first.
enum QueryComparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"

    func bounds<Value>(_ value: Value) -> QueryBounds<Value> {
        switch self {
        case .atLeast: .atLeast(value)
        case .atMost: .atMost(value)
        case .above: .above(value)
        case .below: .below(value)
        }
    }
}
