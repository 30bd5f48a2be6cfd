import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// What a page without the frame is built with, such as sign-in, second factor or error codes.
///
/// ```swift
/// let page = console.page(call.context)
/// return page.response(SetupView(form, page))
/// ```
package struct SignInPage: FormPage {
    package let texts: Texts
    package let clock: PageClock
    package let address: PublicAddress
    /// The result of the previous form.
    package let notice: NoticeView?

    private let console: Console
    private let context: any ConsoleContext
    /// The cookie of a new browser, to which its form tokens are bound.
    private let holder: SetCookie?

    init(_ console: Console, _ context: some ConsoleContext, holder: SetCookie? = nil) {
        texts = console.texts(context)
        clock = console.clock(for: context)
        address = console.address
        notice = context.browser.flash?.notice(console.texts(context))
        self.console = console
        self.context = context
        self.holder = holder
    }

    /// The console is served without TLS.
    package var isPlainHTTP: Bool { !address.isSecure }

    /// - Parameter title: the title of the browser's tab.
    package func head(_ title: String) -> HeadView { console.head(title, theme: context.browser.theme) }

    /// A form that posts to `path`, with its CSRF token.
    /// - Parameter place: where the user is redirected afterwards. The token is made for the path alone.
    package func form(_ path: String, to place: ConsoleReturnPath?) -> FormView {
        FormView(action: ConsolePaths.leading(path, to: place), token: console.form(path, context).token)
    }

    package func form(_ action: String) -> FormView { form(action, to: nil) }

    package func record(_ denial: DomainError.Denial) async throws(DomainError) {
        try await console.record(denial, context)
    }

    package func response(_ view: some ConsoleView, status: HTTPResponse.Status = .ok) -> Response {
        var response = console.page(view, context, status: status)
        if let holder { response.set(holder) }
        return response
    }

    /// A page without data of a user, which caches may keep for each language and theme.
    package func publicContent(_ view: some ConsoleView) -> PublicContent {
        PublicContent(Array(console.html(view, context).utf8), contentType: Console.pageType)
    }

    /// The language and theme on which `publicContent` depends.
    package var variant: PageVariant { PageVariant(language: texts.language, theme: context.browser.theme) }

    /// Redirects after a successful form.
    package func seeOther(_ path: String, flash: Flash? = nil) -> Response { console.seeOther(path, flash: flash) }
}

extension Console {
    package func page(_ context: AnonymousContext) -> SignInPage {
        SignInPage(self, context, holder: context.isNewHolder ? cookie(ConsoleCookie.signIn, context.holder) : nil)
    }

    /// A page without forms, which sets no cookie for form tokens.
    package func pageWithoutForms(_ context: AnonymousContext) -> SignInPage { SignInPage(self, context) }

    package func page(_ context: StepUpContext) -> SignInPage { SignInPage(self, context) }
}

/// The variant of a page without data of a user: its language and theme.
package struct PageVariant: Sendable, Hashable {
    /// The request headers that select the variant.
    package static let fields: [HTTPField.Name] = [.acceptLanguage, .cookie]

    package let language: SupportedLanguage
    let theme: String
}
