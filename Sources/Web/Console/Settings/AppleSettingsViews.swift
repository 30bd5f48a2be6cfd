import Domain
import UseCases

/// A tenant's app at Apple.
struct AppleSettingsView: ConsoleView {
    static let template = "settings-apple"

    let frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    /// What Apple said just now, or what it refuses in daily work.
    let verdict: VerdictView?
    /// What Apple said just now, to each client id.
    let answers: AppleAnswersView?
    /// None for who may only read.
    let forms: [SettingsFormView]
    /// Where to show again who one is, before the credentials can be changed; nil when there is no need.
    let proof: String?
    let facts: [FactView]
    /// Asks Apple; nil while nothing is set, and for who may only read.
    let check: AppleCheckFormView?
    /// What the developer account has to know.
    let addresses: [AddressView]
    /// Where the changes stand; nil for who may not read the audit.
    let audit: String?
}

/// An address to be copied elsewhere.
struct AddressView: Sendable {
    let id: String
    let label: String
    let value: String
    let hint: String
}

struct AppleCheckFormView: Sendable {
    let form: FormView
    /// The one return address that Apple is asked for; nil without a page for browsers.
    let callback: String?
    /// The choice among several.
    let redirect: SelectView?
}

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

/// What is likely wrong, and what to do about it.
struct AppleAdviceView: Sendable {
    let suspect: String
    let sentence: String
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
                    title: "Return address",
                    badge: isKnown ? BadgeView(.success, "Good") : BadgeView(.failed, "Unknown"),
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
        case .good: BadgeView(.success, "Good")
        case .refused: BadgeView(.failed, "Refused")
        case .unavailable: BadgeView(.cancelled, "No answer")
        }
    }
}

extension AppleCheckUp {
    /// The page's first sentence after a check.
    var verdict: VerdictView {
        if !suspects.isEmpty {
            let likely = suspects.map { $0.words.lowercased() }
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
            "Apple takes all of it:",
            isRedirectKnown == true
                ? "key, team, each client id and the return address." : "key, team and each client id."
        )
    }
}

extension AppleCheckUp.Suspect {
    fileprivate var words: String {
        switch self {
        case .key: "The key"
        case .team: "The team id"
        case .clientID: "A client id"
        case .redirectURI: "The return address"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .key:
            "The key and its id belong together, and the key must have Sign in with Apple. Apple may have withdrawn it, too."
        case .team:
            "It stands at the top right of the developer account, under the name, and the key must be this team’s."
        case .clientID: "Each must be a bundle id or Services ID of this team, with Sign in with Apple switched on."
        case .redirectURI: "It must stand among the Return URLs of the Services ID, letter by letter."
        }
    }
}

extension AppleFault {
    /// The page's first sentence while Apple refuses what is set.
    func verdict(_ clock: PageClock) -> VerdictView {
        let words = detail.map { " It says: \(VisibleText.escaped($0).quoted)." } ?? ""
        return VerdictView(
            .failed,
            "Apple refuses \(VisibleText.escaped(clientID)), first \(clock.lowered(since)).",
            "Nobody is signed out for it, but codes and daily questions come to nothing.\(words) Check what is set."
        )
    }
}
