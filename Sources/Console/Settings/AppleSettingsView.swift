import ConsoleKit
import Domain
import UseCases
import WebCore

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
