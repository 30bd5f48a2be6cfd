import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// The catalogue of causes as public pages: support and developers of apps read them without an account.
struct HelpRoutes {
    let console: Console

    func add(to routes: Routes<GatehouseContext>) {
        let anonymous = routes.group("help/codes", authentication: .none) { request, outer in
            try console.admitToSignIn(request, outer)
        }
        anonymous.get(use: list)
        anonymous.get(":code", use: show)
    }

    @Sendable private func list(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        let page = console.pageWithoutForms(context)
        return page.response(CodeListView(page))
    }

    @Sendable private func show(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        let page = console.pageWithoutForms(context)
        let code = context.parameters.get("code") ?? ""
        guard let explanation = CauseExplanation(of: code, page.texts) else {
            return page.response(UnknownCodeView(code, page), status: .notFound)
        }
        return page.response(CodeView(explanation, page))
    }
}
