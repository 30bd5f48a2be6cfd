import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// What a page of the installation is built with: texts, clock, and the frame around it.
///
/// ```swift
/// let page = try await console.page(call.context)
/// return page.response(TenantListView(tenants, page))
/// ```
package struct InstallationPage: Sendable {
    package let texts: Texts
    package let clock: PageClock
    /// The public address, for examples and links that leave the console.
    package let address: PublicAddress

    private let console: Console
    private let context: ConsoleUserContext
    private let switcher: TenantSwitcherView?

    init(_ console: Console, _ context: ConsoleUserContext, switcher: TenantSwitcherView?) {
        texts = console.texts(context)
        clock = console.clock(for: context)
        address = console.address
        self.console = console
        self.context = context
        self.switcher = switcher
    }

    /// - Parameters:
    ///   - title: the title of the browser's tab.
    ///   - path: the page of the navigation that is marked as current.
    package func frame(_ title: String, at path: String) -> FrameView {
        console.frame(title, at: path, context, switcher: switcher)
    }

    /// A form that posts to `action`, with its CSRF token.
    package func form(_ action: String) -> FormView { console.form(action, context) }

    package func response(_ view: some ConsoleView, status: HTTPResponse.Status = .ok) -> Response {
        console.page(view, context, status: status)
    }

    /// Responds with the confirmation of an action.
    package func response(_ confirmation: Confirmation, at path: String) -> Response {
        let frame = frame(confirmation.question, at: path)
        return response(confirmation.view(frame, form: form(confirmation.action)))
    }

    /// Redirects after a successful form.
    package func seeOther(_ path: String, flash: Flash? = nil) -> Response { console.seeOther(path, flash: flash) }
}

extension Console {
    package func page(_ context: ConsoleUserContext) async throws -> InstallationPage {
        InstallationPage(self, context, switcher: try await switcher(context, context.consoleUser, current: nil))
    }
}
