import ConsoleKit
import Domain

/// For a user whose role can enter the console and open none of its pages.
struct NoPagesView: ConsoleView {
    static let template = "no-pages"

    let frame: FrameView
    let role: String
    let signOut: FormView
}

extension NoPagesView {
    /// - Parameter role: nil for an operator.
    init(_ role: Role?, _ page: TenantPage) {
        frame = page.frame(page.texts("start.no-access-title"), at: page.paths.start)
        self.role = role?.title(page.texts) ?? page.texts("navigation.operator")
        signOut = page.form(ConsolePaths.signOut)
    }
}
