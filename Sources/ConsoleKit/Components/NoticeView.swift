/// A message at the top of a page: the result of a form, or a warning.
package struct NoticeView: Sendable {
    package enum Tone: String, Sendable {
        case success, warning, failed, plain
    }

    package let tone: String
    package let text: String
    let isAlert: Bool

    package init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
        isAlert = tone == .failed
    }
}
