import ConsoleKit
import Domain
import WebCore

/// Leads to Apple's page.
struct AppleLeavingView: ConsoleView {
    static let template = "apple-leaving"

    let head: HeadView
    let address: String
    let back: String
}

extension AppleLeavingView {
    /// - Parameter address: of Apple's page.
    init(_ address: String, _ page: SignInPage) {
        head = page.head(page.texts("sign-in.leaving-title"))
        self.address = address
        back = ConsolePaths.signIn
    }
}
