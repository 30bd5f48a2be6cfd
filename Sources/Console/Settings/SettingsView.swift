import ConsoleKit
import WebCore

/// One page of a tenant's settings.
struct SettingsView: ConsoleView {
    static let template = "settings"

    let frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    /// For users who may change them.
    let form: SettingsFormView?
    /// For users who may only read them.
    let facts: [FactView]
    /// The link to the changes in the audit; nil for users who may not read the audit.
    let audit: String?
}
