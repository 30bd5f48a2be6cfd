import ConsoleKit
import Domain
import UseCases

extension AppleCheckUp {
    /// The page's first sentence after a check.
    func verdict(_ texts: Texts) -> VerdictView {
        if let suspect = suspects.first {
            let wrong =
                suspects.count == 1
                ? texts(suspect.textKey("wrong"))
                : texts(
                    "settings.apple.verdict.suspects",
                    ["suspects": .text(texts.list(suspects.map { texts($0.textKey("in-sentence")) }))]
                )
            return VerdictView(.failed, texts("settings.apple.verdict.refused"), wrong)
        }
        if findings.contains(where: { $0.result == .unavailable }) {
            return VerdictView(
                .degraded,
                texts("settings.apple.verdict.unavailable"),
                texts("settings.apple.verdict.unavailable-text")
            )
        }
        return VerdictView(
            .success,
            texts("settings.apple.verdict.good"),
            texts(
                isRedirectKnown == true
                    ? "settings.apple.verdict.good-with-callback" : "settings.apple.verdict.good-text"
            )
        )
    }
}

extension AppleFault {
    /// The page's first sentence while Apple rejects what is stored.
    func verdict(_ clock: PageClock, _ texts: Texts) -> VerdictView {
        let since = texts(
            "settings.apple.fault.since",
            ["client": .text(VisibleText.escaped(clientID)), "time": .text(clock.inSentence(since))]
        )
        let detail = detail.map { texts("settings.apple.fault.detail", ["detail": .text(VisibleText.escaped($0))]) }
        let sentences = [texts("settings.apple.fault.effect"), detail, texts("settings.apple.fault.advice")]
        return VerdictView(.failed, since, sentences.compactMap(\.self).joined(separator: " "))
    }
}
