import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// What a page of the installation is built with: texts, clock, and the frame around it.
///
/// ```swift
/// let page = console.page(call.context)
/// return await page.response(TenantListView(tenants, page))
/// ```
package struct InstallationPage: FramedPage {
    package let texts: Texts
    package let clock: PageClock
    /// The public address, for examples and links that leave the console.
    package let address: PublicAddress

    private let console: Console
    private let context: ConsoleUserContext

    init(_ console: Console, _ context: ConsoleUserContext) {
        texts = console.texts(context)
        clock = console.clock(for: context)
        address = console.address
        self.console = console
        self.context = context
    }

    package func frame(_ title: String, at path: String) -> FrameView {
        console.frame(title, at: path, context)
    }

    package func form(_ action: String) -> FormView { console.form(action, context) }

    /// Renders a view, with the tenants to switch to where they can be read: only a page that is shown reads them, and it
    /// is shown without them too.
    package func response(_ view: some ConsoleView, status: HTTPResponse.Status = .ok) async -> Response {
        let switcher = try? await console.switcher(context, context.consoleUser, current: nil)
        return console.page(view.with(switcher), context, status: status)
    }

    package func record(_ denial: DomainError.Denial) async throws(DomainError) {
        try await console.record(denial, context)
    }

    /// Redirects after a successful form.
    package func seeOther(_ path: String, flash: Flash? = nil) -> Response { console.seeOther(path, flash: flash) }
}

extension Console {
    package func page(_ context: ConsoleUserContext) -> InstallationPage { InstallationPage(self, context) }
}
