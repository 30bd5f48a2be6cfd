import HTTPTypes
import Hummingbird
import WebCore

extension Console {
    /// A page before sign-in; a new browser gets the cookie that binds its forms.
    package func signedOutPage(
        _ view: some ConsoleView,
        _ context: AnonymousContext,
        status: HTTPResponse.Status
    ) -> Response {
        var response = page(view, context, status: status)
        if context.isNewHolder { response.set(cookie(ConsoleCookie.door, context.holder)) }
        return response
    }
}
