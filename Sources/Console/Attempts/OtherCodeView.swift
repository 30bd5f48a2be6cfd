import Domain
import StrictJSON
import UseCases

/// A code of an attempt beside the one that broke it.
struct OtherCodeView: Sendable {
    let codeName: String
    let explanation: ExplanationView
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
