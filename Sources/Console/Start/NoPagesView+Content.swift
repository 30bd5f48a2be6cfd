import ConsoleKit
import Domain
import WebCore

extension NoPagesView {
    /// - Parameter role: nil for an operator.
    init(_ role: Role?, _ page: TenantPage) {
        frame = page.frame(page.texts("start.no-access-title"), at: page.paths.start)
        self.role = role?.title(page.texts) ?? page.texts("navigation.operator")
        signOut = page.form(ConsolePaths.signOut)
    }
}
