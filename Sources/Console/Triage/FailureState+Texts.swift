import ConsoleKit
import Domain
import StrictJSON

extension FailureState {
    func badge(_ texts: Texts) -> BadgeView {
        let tone: BadgeView.Tone =
            switch self {
            case .open, .regressed: .failed
            case .resolved: .success
            case .archived, .expected: .plain
            }
        return BadgeView(tone, texts(TextKey("failures.state.\(name.rawValue)")))
    }

    /// `Resolved in 2.4.1`
    func sentence(_ texts: Texts) -> String {
        switch self {
        case .open: texts("failures.became.open")
        case .expected: texts("failures.became.expected")
        case .regressed(let release?): texts("failures.became.regressed-in", ["release": .visible(release)])
        case .regressed(nil): texts("failures.became.regressed")
        case .resolved(.now): texts("failures.became.resolved")
        case .resolved(.inRelease(let release)): texts("failures.became.resolved-in", ["release": .visible(release)])
        case .resolved(.afterRelease(let release?)):
            texts("failures.became.resolved-after", ["release": .visible(release)])
        case .resolved(.afterRelease(nil)): texts("failures.became.resolved-next")
        case .archived(.forEver): texts("failures.became.archived")
        case .archived(.untilCount(let count)): texts("failures.became.archived-until-count", count: count)
        case .archived(.untilEscalating(let count)): texts("failures.became.archived-until-escalating", count: count)
        }
    }
}

extension TextArgument {
    /// Text that an app wrote.
    static func visible(_ text: String) -> TextArgument { .text(VisibleText.escaped(text)) }
}

extension FailureKey {
    /// What the catalogue says of the code, else the error.
    func title(_ texts: Texts) -> String {
        let title = CauseExplanation(of: code, texts)?.title
        // Every unknown error has the code `unclassified`: the error tells them apart.
        if let title, root == nil || !code.hasSameBytes(as: Classifier.unclassified) { return title }
        return VisibleText.escaped(root.map { "\($0.domain) \($0.code)" } ?? code)
    }

    /// `keychain.locked · Save session`
    func detail(_ texts: Texts) -> String { "\(VisibleText.escaped(code)) · \(stage.label(texts))" }
}

extension AffectedUsers {
    /// `342`, `342+` when there are more, `≈ 34,200` for an estimate.
    func text(_ number: Int, _ texts: Texts) -> String {
        let text = NumberText.grouped(number, in: texts.language)
        guard isComplete else { return texts("failures.at-least", ["count": .text(text)]) }
        return isEstimated ? texts("failures.about", ["count": .text(text)]) : text
    }
}

extension Principal.Kind {
    func name(_ users: [User.ID: User], _ texts: Texts) -> String {
        switch self {
        case .user(let id): users[id]?.title(texts) ?? ShortID.of(id)
        case .operator: texts("failures.by-operator")
        case .key: texts("failures.by-key")
        case .system: texts("failures.by-system")
        }
    }
}
