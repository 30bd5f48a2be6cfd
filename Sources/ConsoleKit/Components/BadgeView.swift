/// A word with the colour of an outcome.
package struct BadgeView: Sendable {
    package enum Tone: String, Sendable {
        case success, rejected, failed, degraded, inconsistent, cancelled, skipped, info, plain
    }

    package let tone: String
    package let text: String

    package init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
    }
}

/// One sentence with the state of the page's subject.
package struct VerdictView: Sendable {
    package let tone: String
    package let strong: String
    package let rest: String

    package init(_ tone: BadgeView.Tone, _ strong: String, _ rest: String) {
        self.tone = tone.rawValue
        self.strong = strong
        self.rest = rest
    }
}
