import ConsoleKit
import WebCore

/// One page of a tenant's settings.
struct SettingsView: ConsoleView {
    static let template = "settings"

    let frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    /// For who may change them.
    let form: SettingsFormView?
    /// For who may only read them.
    let facts: [FactView]
    /// Where the changes stand; nil for who may not read the audit.
    let audit: String?
}
