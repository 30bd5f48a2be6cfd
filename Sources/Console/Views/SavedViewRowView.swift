import ConsoleKit
import WebCore

struct SavedViewRowView: Sendable {
    let name: String
    /// The events of the view.
    let href: String
    /// What is asked: the query, the filters and the period.
    let question: String
    let state: BadgeView
    let changed: TimeView
    /// Nil for users who may not change it.
    let edit: String?
    let delete: String?
}
