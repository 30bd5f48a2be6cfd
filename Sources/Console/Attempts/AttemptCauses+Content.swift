import ConsoleKit
import Domain
import StrictJSON
import UseCases
import WebCore

extension AttemptTimeline {
    /// The event whose code is the cause of the attempt's end.
    var decidingEvent: StoredEvent? {
        if let broken = ending.broken { return steps.first { $0.event.reference == broken }?.event }
        guard let code = ending.code else { return nil }
        return steps.last { $0.event.code?.hasSameBytes(as: code) == true }?.event
    }
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

extension OtherCodeView {
    /// The codes of steps and contradictions that the catalogue has, each once, without the one that broke the attempt.
    static func codes(of details: AttemptDetails, _ texts: Texts) -> [OtherCodeView] {
        let all = details.findings.map(\.code) + details.timeline.steps.compactMap(\.event.code)
        var seen = Set([details.timeline.ending.code].compactMap { $0.map { ByteText($0) } })
        return all.filter { seen.insert(ByteText($0)).inserted }.compactMap { code in
            CauseExplanation(of: code, texts).map {
                OtherCodeView(codeName: $0.entry.code, explanation: ExplanationView($0, texts))
            }
        }
    }
}
