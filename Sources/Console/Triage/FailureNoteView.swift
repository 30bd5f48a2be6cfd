import ConsoleKit
import WebCore

/// A comment, or a line of the history.
struct FailureNoteView: Sendable {
    let time: TimeView
    let author: String
    let text: String
}
