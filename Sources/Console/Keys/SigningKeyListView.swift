import ConsoleKit
import WebCore

/// The published keys that sign access tokens, in the order in which they sign.
struct SigningKeyListView: ConsoleView {
    static let template = "signing-keys"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let rows: [SigningKeyRowView]
    /// Where checkers of tokens read the list.
    let address: String
    /// The confirmation pages; nil for users who may only read.
    let rotate: String?
    let replace: String?
}
