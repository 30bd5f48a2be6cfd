import WebCore

/// The list of events as a live page that works without JavaScript: the browser loads it again after some seconds. With
/// JavaScript a script does, which waits while a form of the page is being filled in.
enum EventRefresh {
    /// The field of the list's query.
    static let field = "refresh"
    static let seconds = 5...60
    /// What the live page links to.
    static let standard = 10

    /// The seconds that a query asks for; nil for any other value.
    static func interval(askedBy fields: Fields) -> Int? {
        guard let interval = Int(fields.typed(field)), seconds.contains(interval) else { return nil }
        return interval
    }
}
