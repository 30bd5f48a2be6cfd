import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// What a page inside a tenant is built with: tenant, access, texts, clock, paths, and the frame around it.
///
/// ```swift
/// let page = try await console.page(call.context)
/// return page.response(EventListView(result, page))
/// ```
package struct TenantPage: Sendable {
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
    private let switcher: TenantSwitcherView?

    init(_ console: Console, _ context: TenantContext, switcher: TenantSwitcherView?) {
        tenant = context.tenant
        access = context.access
        texts = console.texts(context)
        clock = console.clock(for: context)
        paths = TenantPaths(context.tenant.slug)
        address = console.address
        self.console = console
        self.context = context
        self.switcher = switcher
    }

    /// - Parameters:
    ///   - title: the title of the browser's tab.
    ///   - path: the page of the navigation that is marked as current.
    ///   - query: the text in the search box.
    package func frame(_ title: String, at path: String, query: String = "") -> FrameView {
        console.frame(title, at: path, query: query, context, switcher: switcher)
    }

    /// A form that posts to `action`, with its CSRF token.
    package func form(_ action: String) -> FormView { console.form(action, context) }

    package func response(_ view: some ConsoleView, status: HTTPResponse.Status = .ok) -> Response {
        console.page(view, context, status: status)
    }

    /// Redirects after a successful form.
    package func seeOther(_ path: String, flash: Flash? = nil) -> Response { console.seeOther(path, flash: flash) }
}

extension Console {
    package func page(_ context: TenantContext) async throws -> TenantPage {
        TenantPage(
            self,
            context,
            switcher: try await switcher(context, context.consoleUser, current: context.tenant.slug)
        )
    }
}
