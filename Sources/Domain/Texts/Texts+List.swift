extension Texts {
    /// The items as one phrase: `a`, `a and b`, `a, b and c`.
    public func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return self("common.list", ["items": .text(items.dropLast().joined(separator: ", ")), "last": .text(last)])
    }
}
