import ConsoleKit
import Domain
import UseCases

/// Who can remove the cause of the attempt's end, and the facts that say so.
struct AttemptVerdictView: Sendable {
    let line: VerdictView
    let hasFacts: Bool
    let verdictFacts: [AttemptFactView]
}

extension AttemptVerdictView {
    init(_ details: AttemptDetails, _ page: TenantPage) {
        let (verdict, texts) = (details.verdict, page.texts)
        line = VerdictView(
            verdict.conclusion.tone,
            verdict.conclusion.label(texts),
            verdict.doubt.map { texts(TextKey("attempts.unclear.\($0.rawValue.asKeyPart)")) } ?? ""
        )
        verdictFacts = verdict.evidence.map { AttemptFactView($0, in: details.timeline, texts) }
        hasFacts = !verdictFacts.isEmpty
    }
}

/// One fact, which leads to the step that tells of it.
struct AttemptFactView: Sendable {
    let sentence: String
    /// Nil for a fact that no step tells of.
    let stepLink: String?
}

extension AttemptFactView {
    init(_ evidence: AttemptVerdict.Evidence, in timeline: AttemptTimeline, _ texts: Texts) {
        sentence = evidence.sentence(texts)
        stepLink = evidence.event.flatMap { reference in
            timeline.steps.firstIndex { $0.event.reference == reference }
        }.map { "#" + TimelineStepView.anchor($0) }
    }
}

extension AttemptVerdict.Conclusion {
    fileprivate func label(_ texts: Texts) -> String {
        switch self {
        case .fault(let fault): texts(TextKey("attempts.verdict.\(fault.rawValue)"))
        case .attackSuspected, .unclear, .nothingWrong: texts(TextKey("attempts.verdict.\(kind.rawValue.asKeyPart)"))
        }
    }

    fileprivate var tone: BadgeView.Tone {
        switch self {
        case .fault: .rejected
        case .attackSuspected: .failed
        case .unclear: .plain
        case .nothingWrong: .success
        }
    }
}

extension AttemptVerdict.Evidence {
    fileprivate func sentence(_ texts: Texts) -> String {
        let key = "attempts.evidence.\(kind.rawValue.asKeyPart)"
        switch kind {
        case .appReport, .serverReport, .appleReport, .backendReport:
            guard let code else { return texts(TextKey(key + "-unknown")) }
            guard let reason else { return texts(TextKey(key), ["code": .visible(code)]) }
            return texts(TextKey(key + "-reason"), ["code": .visible(code), "reason": .visible(reason)])
        case .orderlyEnd:
            let end =
                reason.flatMap { Session.EndReason(rawValue: $0) }?.label(texts) ?? texts("attempts.session-expired")
            return texts(TextKey(key), ["reason": .text(end)])
        case .wrongPasswords, .wrongPasswordsNearby, .wrongCodes, .repeatedRequests:
            return texts(TextKey(key), count: count ?? 0)
        case .inRelease, .inOtherReleases, .inAll:
            return texts(TextKey(key), count: total ?? 0, ["number": .number(count ?? 0)])
        case .serverSuccess, .appSuccess, .userCancelled, .noAppReport, .deviceOffline: return texts(TextKey(key))
        }
    }
}
