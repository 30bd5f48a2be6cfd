import ConsoleKit
import Domain
import Hummingbird
import WebCore

/// The start page of a tenant: the first page that the user may open.
struct StartRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) { routes.get("", use: start) }

    private func start(_ call: PlainCall<TenantContext>) async throws -> Response {
        if let path = console.navigation.first(call.context.tenant.slug, open: call.context.access) {
            return console.seeOther(path)
        }
        let page = console.page(call.context)
        return await page.response(NoPagesView(call.context.consoleUser.role, page))
    }
}

extension ConsoleFeature {
    static let start = ConsoleFeature(views: [NoPagesView.self])
}

/// For a user whose role can enter the console and open none of its pages.
struct NoPagesView: FramedView {
    static let template = "no-pages"

    var frame: FrameView
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
