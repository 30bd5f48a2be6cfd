import ConsoleKit
import WebCore

/// A new key, shown once.
struct NewKeyView: ConsoleView {
    static let template = "key-created"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let secrets: [SecretView]
    let example: String
    let exampleTitle: String
    let done: String
}
