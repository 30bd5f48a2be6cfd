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
