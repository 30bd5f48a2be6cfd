import ConsoleKit

/// One sentence with the state of the page's subject.
struct VerdictView: Sendable {
    let tone: String
    let strong: String
    let rest: String

    init(_ tone: BadgeView.Tone, _ strong: String, _ rest: String) {
        self.tone = tone.rawValue
        self.strong = strong
        self.rest = rest
    }
}
