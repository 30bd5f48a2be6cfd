import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// The catalogue of causes as public pages: support and developers of apps read them without an account.
///
/// The pages are the same for all readers, signed in or not, in each language and theme.
struct HelpRoutes {
    private static let cacheSeconds = 300

    let console: Console
    private let lists = PublicContentCache<PageVariant>()

    func add(to routes: Routes<GatehouseContext>) {
        let anonymous = routes.group("help/codes", authentication: .none) { request, outer in
            try console.admitToSignIn(request, outer)
        }
        anonymous.get(use: list)
        anonymous.get("{code}", use: show)
    }

    private func list(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let page = console.pageWithoutForms(call.context)
        return Self.response(lists.content(page.variant) { page.publicContent(CodeListView(page)) }, to: call.request)
    }

    private func show(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let page = console.pageWithoutForms(call.context)
        let code = call.context.parameters.get("code") ?? ""
        guard let explanation = CauseExplanation(of: code, page.texts) else {
            return page.response(UnknownCodeView(code, page), status: .notFound)
        }
        return Self.response(page.publicContent(CodeView(explanation, page)), to: call.request)
    }

    private static func response(_ content: PublicContent, to request: Request) -> Response {
        content.response(to: request, cachedFor: cacheSeconds, varyingBy: PageVariant.fields)
    }
}

extension ConsoleFeature {
    static let help = ConsoleFeature(views: [CodeListView.self, CodeView.self, UnknownCodeView.self])
}
