/// A word with the colour of an outcome.
struct BadgeView: Sendable {
    enum Tone: String, Sendable {
        case success, rejected, failed, degraded, inconsistent, cancelled, skipped, plain
    }

    let tone: String
    let text: String

    init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
    }
}
