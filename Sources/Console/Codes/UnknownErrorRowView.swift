import ConsoleKit
import WebCore

struct UnknownErrorRowView: Sendable {
    let title: String
    /// The deepest error.
    let below: String?
    let steps: String
    let number: String
    let firstSeen: TimeView
    let lastSeen: TimeView
    let exampleLink: String?
    /// The canonical code that a rule gives to such errors from now on.
    let treatedAs: String?
    /// Leads to the form, filled with this error.
    let treatLink: String?
}
