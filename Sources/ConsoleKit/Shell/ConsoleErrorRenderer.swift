import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Shows a failure as a page, with the navigation for a signed-in user.
package struct ConsoleErrorRenderer: ErrorRenderer {
    package let console: Console

    package init(console: Console) { self.console = console }

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) async -> Response {
        // After an internal error the stores are not queried again, unless it is known that only the events database is
        // unavailable.
        let isWithoutEvents =
            failure.status == .serviceUnavailable && console.services.intake.storage.state == .unavailable
        let canAsk = failure.status.kind == .clientError || isWithoutEvents
        if canAsk, let page = try? await innerPage(failure, request, context) { return page }
        return gate(failure, request, context)
    }

    private func gate(_ failure: WebFailure, _ request: Request, _ context: GatehouseContext) -> Response {
        let browser = try? Browser(request, console.address, routes: console.routes)
        let texts = console.catalogue.texts(in: browser?.language ?? .english)
        let title = failure.title(texts)
        let view = ErrorView(
            head: console.head(title, theme: browser?.theme ?? "auto"),
            status: "\(failure.status.code)",
            title: title,
            text: failure.detail(texts),
            requestID: context.requestID,
            reference: context.identity.reference?.description,
            links: Self.links(texts)
        )
        return Response(
            status: failure.status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: .init(string: console.templates.html(view, in: texts.language)))
        )
    }

    /// - Throws: `Redirection` to the sign-in page when the browser has no session.
    private func innerPage(
        _ failure: WebFailure,
        _ request: Request,
        _ outer: GatehouseContext
    ) async throws -> Response {
        let inside = try await console.admitConsoleUser(request, outer)
        let texts = console.texts(inside)
        let title = failure.title(texts)
        func view(_ frame: FrameView) -> InnerErrorView {
            InnerErrorView(
                frame: frame,
                status: "\(failure.status.code)",
                title: title,
                text: failure.detail(texts),
                requestID: outer.requestID,
                reference: outer.identity.reference?.description,
                links: Self.links(texts)
            )
        }
        if let tenant = await tenant(request, inside, outer) {
            let page = console.page(tenant)
            return await page.response(view(page.frame(title, at: "")), status: failure.status)
        }
        let page = console.page(inside)
        return await page.response(view(page.frame(title, at: "")), status: failure.status)
    }

    private static func links(_ texts: Texts) -> [LinkView] {
        [LinkView(label: texts("navigation.back-to-overview"), href: "/")]
    }

    /// The tenant whose navigation is shown: for a member their own tenant, for an operator the tenant in the path of a
    /// route.
    private func tenant(
        _ request: Request,
        _ inside: ConsoleUserContext,
        _ outer: GatehouseContext
    ) async -> TenantContext? {
        let slug: Tenant.Slug
        switch inside.consoleUser {
        case .member(let record): slug = record.tenant.slug
        case .operator:
            let parts = PathTemplate.parts(of: request.uri.path)
            guard outer.isRouted, parts.count > 1, parts[0] == "t", let named = Tenant.Slug(String(parts[1])) else {
                return nil
            }
            slug = named
        }
        return try? await console.admit(inside, to: slug)
    }
}
