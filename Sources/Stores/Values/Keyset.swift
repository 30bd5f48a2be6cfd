import Database
import Domain

/// Describes how a list is paged: by the key of a row, never by offset.
struct Keyset: Sendable {
    /// The condition for rows after a cursor, in the list's order; then for those before it.
    let after: @Sendable (Cursor) throws -> SQL
    let before: @Sendable (Cursor) throws -> SQL
    let order: SQL
    let reversed: SQL

    /// Returns the condition and the order for a page; one row more than requested is fetched, to know whether the list
    /// continues.
    func plan(_ request: PageRequest) throws -> (condition: SQL, order: SQL) {
        guard let cursor = request.cursor else { return ("TRUE", order) }
        return switch cursor.direction {
        case .forward: (try after(cursor), order)
        case .backward: (try before(cursor), reversed)
        }
    }

    /// - Parameter found: up to `limit + 1` items in the order of the plan.
    static func page<Item: Sendable>(
        _ found: [Item],
        _ request: PageRequest,
        key: (Item) -> (key: String, id: [UInt8])
    ) -> Page<Item> {
        let isBackward = request.cursor?.direction == .backward
        let hasMore = found.count > request.limit
        let shown = Array(isBackward ? found.prefix(request.limit).reversed() : Array(found.prefix(request.limit)))
        func cursor(_ item: Item?, _ direction: Cursor.Direction) -> Cursor? {
            item.map { key($0) }.map { Cursor(direction: direction, key: $0.key, id: $0.id) }
        }
        return Page(
            items: shown,
            next: isBackward || hasMore ? cursor(shown.last, .forward) : nil,
            previous: (isBackward ? hasMore : request.cursor != nil) ? cursor(shown.first, .backward) : nil
        )
    }

    static let badCursor = DomainError.invalid(
        "cursor",
        .malformed(.localizable("forms.cursor", "Take the cursor from the page before, unchanged."))
    )
}
