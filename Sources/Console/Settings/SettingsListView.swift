import ConsoleKit
import WebCore

/// A page of the settings that is a list.
struct SettingsListView: ConsoleView {
    static let template = "settings-list"

    let frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    let hasRows: Bool
    let firstColumn: String
    let secondColumn: String
    let rows: [SettingsRowView]
    let empty: EmptyView?
    /// None for users who may only read.
    let forms: [SettingsFormView]
    let audit: String?
}
