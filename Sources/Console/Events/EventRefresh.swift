import HTTPTypes
import Hummingbird
import WebCore

/// The list of events as a live page that works without JavaScript: the browser reloads it after some seconds.
enum EventRefresh {
    /// The field of the list's query.
    static let field = "refresh"
    static let seconds = 5...60
    /// What the live page links to.
    static let standard = 10
}

extension Response {
    /// The page that the browser reloads after the seconds that its query asks for; any other value is ignored. A page
    /// with a problem stays.
    func refreshed(by fields: Fields) -> Response {
        guard status == .ok,
            let seconds = Int(fields.typed(EventRefresh.field)),
            EventRefresh.seconds.contains(seconds)
        else { return self }
        var response = self
        response.headers[.refresh] = String(seconds)
        return response
    }
}
