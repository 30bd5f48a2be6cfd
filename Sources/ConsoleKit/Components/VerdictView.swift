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
