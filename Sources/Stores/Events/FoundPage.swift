import Domain

/// What a search for one page has found, in its direction.
struct FoundPage<Item: Sendable>: Sendable {
    /// Up to one more than requested.
    let items: [Item]
    /// The place to go on from, when the search stopped before the page was full.
    var stop: EventPlace?

    func page(_ request: PageRequest, place: (Item) -> EventPlace) throws -> Page<Item> {
        let page = Keyset.page(items, request) { (place($0).key, place($0).id) }
        guard items.count <= request.limit else { return page }
        let isBackward = request.cursor?.direction == .backward
        // A page without rows still leads back to where it came from.
        let back = try request.cursor.map { try EventPlace($0).before(isBackward ? .forward : .backward) }
        return Page(
            items: page.items,
            next: isBackward ? page.next ?? back?.cursor(.forward) : stop?.cursor(.forward),
            previous: isBackward ? stop?.cursor(.backward) : page.previous ?? back?.cursor(.backward),
            isPartial: stop != nil
        )
    }
}
