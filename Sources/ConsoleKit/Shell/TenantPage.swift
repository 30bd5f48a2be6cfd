import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// What a page inside a tenant is built with: tenant, access, texts, clock, paths, and the frame around it.
///
/// ```swift
/// let page = console.page(call.context)
/// return await page.response(EventListView(result, page))
/// ```
package struct TenantPage: FramedPage {
    package let tenant: Tenant
    /// The access that decides which actions the page offers.
    package let access: Access
    package let texts: Texts
    package let clock: PageClock
    package let paths: TenantPaths
    /// The public address, for examples and links that leave the console.
    package let address: PublicAddress

    private let console: Console
    private let context: TenantContext

    init(_ console: Console, _ context: TenantContext) {
        tenant = context.tenant
        access = context.access
        texts = console.texts(context)
        clock = console.clock(for: context)
        paths = TenantPaths(context.tenant.slug)
        address = console.address
        self.console = console
        self.context = context
    }

    /// - Parameters:
    ///   - title: the title of the browser's tab.
    ///   - path: the page of the navigation that is marked as current.
    ///   - query: the text in the search box.
    package func frame(_ title: String, at path: String, query: String) -> FrameView {
        console.frame(title, at: path, query: query, context)
    }

    package func frame(_ title: String, at path: String) -> FrameView { frame(title, at: path, query: "") }

    package func form(_ action: String) -> FormView { console.form(action, context) }

    /// Renders a view, with the tenants to switch to where they can be read: only a page that is shown reads them, and it
    /// is shown without them too.
    package func response(_ view: some ConsoleView, status: HTTPResponse.Status = .ok) async -> Response {
        let switcher = try? await console.switcher(context, context.consoleUser, current: tenant.slug)
        return console.page(view.with(switcher), context, status: status)
    }

    package func record(_ denial: DomainError.Denial) async throws(DomainError) {
        try await console.record(denial, context)
    }

    /// Redirects after a successful form.
    package func seeOther(_ path: String, flash: Flash? = nil) -> Response { console.seeOther(path, flash: flash) }
}

extension Console {
    package func page(_ context: TenantContext) -> TenantPage { TenantPage(self, context) }
}
