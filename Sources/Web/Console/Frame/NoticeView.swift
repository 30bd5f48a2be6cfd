/// A sentence at the top of a page: what was just done, or what must be known.
struct NoticeView: Sendable {
    enum Tone: String, Sendable {
        case success, warning, failed, plain
    }

    let tone: String
    let text: String
    let isAlert: Bool

    init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
        isAlert = tone == .failed
    }
}
