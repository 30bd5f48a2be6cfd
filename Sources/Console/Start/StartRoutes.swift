import ConsoleKit
import Domain
import Hummingbird
import WebCore

/// Where a tenant begins: the first page that the visitor may open.
struct StartRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("", use: start)
    }

    @Sendable private func start(_ request: Request, _ context: TenantContext) async throws -> Response {
        let slug = context.tenant.slug
        if let page = console.navigation.first(slug, open: context.access) { return console.seeOther(page) }
        let texts = console.texts(context)
        let view = NoPagesView(
            frame: try await console.frame("No access yet", at: ConsolePaths.start(slug), context),
            role: context.visitor.role?.title(texts) ?? texts("navigation.operator"),
            signOut: console.form(ConsolePaths.signOut, context)
        )
        return console.page(view, context)
    }
}
