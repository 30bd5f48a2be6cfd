import ConsoleKit
import Domain

/// One error of a chain.
struct CauseView: Sendable {
    let domain: String
    let code: String
    let message: String?
    /// It is the deepest of several.
    let isRoot: Bool

    /// The error of an event and its underlying errors, outermost first.
    static func chain(_ error: EventError) -> [CauseView] {
        let all = error.links
        return all.enumerated().map { place, cause in
            CauseView(
                domain: VisibleText.escaped(cause.domain),
                code: VisibleText.escaped(cause.code),
                message: cause.message.map { VisibleText.escaped($0) },
                isRoot: all.count > 1 && place == all.count - 1
            )
        }
    }
}

/// What the catalogue of causes says about the code of an event.
struct ExplanationView: Sendable {
    let title: String
    let cause: [ProsePartView]
    let action: [ProsePartView]
    let support: String
    /// Who can remove the cause, and whether a retry helps.
    let facts: [FactView]
    let more: LinkView

    init(_ explanation: CauseExplanation, _ texts: Texts) {
        title = explanation.title
        cause = ProsePartView.parts(of: explanation.cause)
        action = ProsePartView.parts(of: explanation.action)
        support = explanation.support
        facts = [
            FactView(texts("help.fault"), explanation.entry.fault.label(texts)),
            FactView(texts("help.retry"), explanation.entry.retry.label(texts)),
        ]
        more = LinkView(
            label: texts("events.explanation-more", ["code": .text(explanation.entry.code)]),
            href: ConsolePaths.code(explanation.entry)
        )
    }
}
