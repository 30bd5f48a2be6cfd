import ConsoleKit
import Domain
import UseCases

/// What Apple said to a check of the stored settings.
struct AppleAnswersView: Sendable {
    let findings: [AppleFindingView]
    let hasAdvice: Bool
    let advice: [AppleAdviceView]
}

extension AppleAnswersView {
    init(_ checkUp: AppleCheckUp, _ texts: Texts) {
        var findings = checkUp.findings.map {
            AppleFindingView(
                title: $0.clientID,
                badge: $0.result.badge(texts),
                detail: $0.detail.map { VisibleText.escaped($0) }
            )
        }
        if let isKnown = checkUp.isRedirectKnown {
            findings.append(
                AppleFindingView(
                    title: texts("settings.apple.callback"),
                    badge: isKnown
                        ? BadgeView(.success, texts("settings.apple.result.good"))
                        : BadgeView(.failed, texts("settings.apple.result.unregistered")),
                    detail: nil
                )
            )
        }
        let advice = checkUp.suspects.map {
            AppleAdviceView(suspect: $0.label(texts), sentence: texts($0.textKey("advice")))
        }
        self.init(findings: findings, hasAdvice: !advice.isEmpty, advice: advice)
    }
}

extension AppleCheckUp.Finding.Result {
    fileprivate func badge(_ texts: Texts) -> BadgeView {
        let tone: BadgeView.Tone =
            switch self {
            case .good: .success
            case .rejected: .failed
            case .unavailable: .cancelled
            }
        return BadgeView(tone, texts(TextKey("settings.apple.result.\(rawValue)")))
    }
}

extension AppleCheckUp.Suspect {
    /// `settings.apple.suspect.client-id.advice`
    func textKey(_ part: String) -> TextKey {
        TextKey("settings.apple.suspect.\(rawValue.asKeyPart).\(part)")
    }

    func label(_ texts: Texts) -> String { texts(textKey("label")) }
}

/// What is likely wrong, and what to do about it.
struct AppleAdviceView: Sendable {
    let suspect: String
    let sentence: String
}

/// What Apple says about one client id, or about the return address.
struct AppleFindingView: Sendable {
    let title: String
    let badge: BadgeView
    let detail: String?
}
