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
    /// None for users who may only read.
    let forms: [SettingsFormView]
    /// The page for a new proof before the credentials can be changed; nil when none is needed.
    let proof: String?
    let facts: [FactView]
    /// Tests the settings at Apple; nil while nothing is set, and for users who may only read.
    let check: AppleCheckFormView?
    /// What the developer account has to know.
    let addresses: [AddressView]
    /// The link to the changes in the audit; nil for users who may not read the audit.
    let audit: String?
}
