/// One page of a list, and the cursor of the next one.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// The start of the next page in the reading direction; nil at the end.
    public let next: Cursor?
    /// The start of the previous page, seen from this one; nil at the beginning.
    public let previous: Cursor?
    /// Whether the search stopped early, so that the page has fewer items than there are: the cursor goes on, if any.
    public let isPartial: Bool

    public init(items: [Item], next: Cursor?, previous: Cursor? = nil, isPartial: Bool = false) {
        self.isPartial = isPartial
        self.items = items
        self.next = next
        self.previous = previous
    }

    public func map<Other: Sendable>(_ transform: (Item) -> Other) -> Page<Other> {
        Page<Other>(items: items.map(transform), next: next, previous: previous, isPartial: isPartial)
    }
}
