import Database
import Domain

/// The rows that a search for one page has found, in its direction.
struct FoundEvents {
    /// Up to one more than requested.
    let rows: [Row]
    /// The place to go on from, when the search stopped before the page was full.
    var stop: EventPlace?

    func page(_ request: PageRequest) throws -> Page<StoredEvent> {
        let placed = try rows.map { try EventRow.placed($0) }
        let page = Keyset.page(placed, request) { event in
            let place = EventPlace(occurredAt: event.event.content.occurredAt.milliseconds, seq: event.seq)
            return (place.key, place.id)
        }.map(\.event)
        guard let stop, rows.count <= request.limit else { return page }
        let isBackward = request.cursor?.direction == .backward
        // A page without rows still leads back to where it came from.
        let back = try request.cursor.map { try EventPlace($0).before(isBackward ? .forward : .backward) }
        return Page(
            items: page.items,
            next: isBackward ? page.next ?? back?.cursor(.forward) : stop.cursor(.forward),
            previous: isBackward ? stop.cursor(.backward) : page.previous ?? back?.cursor(.backward),
            isPartial: true
        )
    }
}
