import ConsoleKit
import Domain
import StrictJSON
import UseCases
import WebCore

/// Why an attempt broke, and what to do about it.
struct AttemptCauseView: Sendable {
    let explanation: ExplanationView?
    /// It has a code that this version does not know.
    let hasUnknownCode: Bool
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// The failure that the first broken step belongs to.
    let failureLink: String?
    /// Leads to the form of a rule for an error that the catalogue does not have.
    let treatLink: String?
}

extension AttemptCauseView {
    /// - Returns: nil for an attempt that nothing broke.
    init?(_ data: AttemptData, _ page: TenantPage) {
        let (timeline, paths) = (data.details.timeline, page.paths)
        let failure = data.details.failure.map(paths.failure)
        guard timeline.ending.code != nil || failure != nil else { return nil }
        let explanation = timeline.ending.code.flatMap { CauseExplanation(of: $0, page.texts) }
        let error = timeline.decidingEvent?.content.error
        let deepest = error.map { $0.chain.last ?? EventError.Cause(domain: $0.domain, code: $0.code) }
        self.init(
            explanation: explanation.map { ExplanationView($0, page.texts) },
            hasUnknownCode: timeline.ending.code != nil && explanation == nil,
            note: explanation.flatMap { CauseNoteCardView(data.note, on: $0.entry, page) },
            failureLink: failure,
            treatLink: timeline.ending.code.flatMap { code in
                page.ruleForm(
                    for: deepest.map { FailureKey.Pair(domain: $0.domain, code: $0.code) },
                    with: code
                )
            }
        )
    }
}
