import ConsoleKit
import Domain
import UseCases
import WebCore

struct AppleAnswersView: Sendable {
    let findings: [AppleFindingView]
    let hasAdvice: Bool
    let advice: [AppleAdviceView]
}

/// What Apple says about one client id, or about the return address.
struct AppleFindingView: Sendable {
    let title: String
    let badge: BadgeView
    let detail: String?
}

extension AppleAnswersView {
    init(_ checkUp: AppleCheckUp) {
        var findings = checkUp.findings.map {
            AppleFindingView(
                title: $0.clientID,
                badge: $0.result.badge,
                detail: $0.detail.map { VisibleText.escaped($0) }
            )
        }
        if let isKnown = checkUp.isRedirectKnown {
            findings.append(
                AppleFindingView(
                    title: "Return URL",
                    badge: isKnown ? BadgeView(.success, "Valid") : BadgeView(.failed, "Not registered"),
                    detail: nil
                )
            )
        }
        let advice = checkUp.suspects.map { AppleAdviceView(suspect: $0.words, sentence: $0.advice) }
        self.init(findings: findings, hasAdvice: !advice.isEmpty, advice: advice)
    }
}

extension AppleCheckUp.Finding.Result {
    fileprivate var badge: BadgeView {
        switch self {
        case .good: BadgeView(.success, "Valid")
        case .refused: BadgeView(.failed, "Rejected")
        case .unavailable: BadgeView(.cancelled, "No response")
        }
    }
}

extension AppleCheckUp {
    /// The page's first sentence after a check.
    var verdict: VerdictView {
        if !suspects.isEmpty {
            let likely: [String] = suspects.map { $0.words.prefix(1).lowercased() + $0.words.dropFirst() }
            let wrong = likely.count == 1 ? likely[0] + " is" : CountText.list(likely) + " may be"
            return VerdictView(.failed, "Apple refuses something:", "\(wrong) wrong.")
        }
        if findings.contains(where: { $0.result == .unavailable }) {
            return VerdictView(
                .degraded,
                "Apple did not answer.",
                "That says nothing about the settings. Try again in a minute."
            )
        }
        return VerdictView(
            .success,
            "Apple accepts everything:",
            isRedirectKnown == true
                ? "key, team, each client ID and the return URL." : "key, team and each client ID."
        )
    }
}

extension AppleCheckUp.Suspect {
    fileprivate var words: String {
        switch self {
        case .key: "The key"
        case .team: "The team ID"
        case .clientID: "A client ID"
        case .redirectURI: "The return URL"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .key:
            "The key must match its ID and have Sign in with Apple enabled. It may also have been revoked at Apple."
        case .team:
            "Find it at the top right of your developer account, under the name. The key must belong to this team."
        case .clientID: "Each must be a bundle ID or Services ID of this team, with Sign in with Apple enabled."
        case .redirectURI: "Add exactly this URL to the Return URLs of the Services ID."
        }
    }
}

extension AppleFault {
    /// The page's first sentence while Apple refuses what is set.
    func verdict(_ clock: PageClock) -> VerdictView {
        let words = detail.map { " It says: \(VisibleText.escaped($0).quoted)." } ?? ""
        return VerdictView(
            .failed,
            "Apple rejects \(VisibleText.escaped(clientID)), first \(clock.inSentence(since)).",
            "Sessions stay active, but authorization codes and daily checks fail.\(words) Check the credentials."
        )
    }
}
