import ConsoleKit
import WebCore

/// Leads to Apple's page.
struct AppleLeavingView: ConsoleView {
    static let template = "apple-leaving"

    let head: HeadView
    let address: String
    let back: String
}
