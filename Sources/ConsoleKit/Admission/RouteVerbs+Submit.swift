import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

extension RouteVerbs where Context: ConsoleContext {
    /// Adds a form. Its handler runs only when the CSRF token was made for this browser and this action.
    ///
    /// The checks in order: method, `Sec-Fetch-Site`, `Origin`, token, rate limit, permission. Denials are audited, and
    /// an action that needs a recent proof redirects to the page that asks for it. Every route that changes something
    /// is added with `submit`, so that no handler can omit a check.
    ///
    /// - Parameter handler: gets the fields of the form without the token, and calls `finish`.
    package func submit(
        _ path: RouterPath = "",
        console: Console,
        use handler: @escaping @Sendable (inout Fields, RouteCall<Context, Granted>) async throws -> Response
    ) {
        add(.post, path) { request, context, permit in
            var fields = try await console.fields(ofForm: request, context)
            if let consoleUser = context.signedIn { try await console.services.selfServiceLimits.take(consoleUser) }
            do {
                return try await handler(&fields, permit())
            } catch DomainError.denied(.proofNeeded) {
                return console.seeOther(
                    ConsolePaths.leading(ConsolePaths.proof, to: ConsoleReturnPath(context.browser.place))
                )
            } catch DomainError.denied(let denial) {
                try await console.record(denial, context)
                throw DomainError.denied(denial)
            }
        }
    }
}

extension Console {
    /// Reads a form that was made for this browser and this action.
    /// - Throws: 403 for a form of another site, or without a valid token.
    fileprivate func fields(ofForm request: Request, _ context: some ConsoleContext) async throws -> Fields {
        try SameOriginCheck.verify(request, address)
        var fields = try await request.formFields()
        let token = fields.text(FormTokens.field, minimum: 0, maximum: 200)
        guard tokens.isToken(token, for: request.uri.path, holder: context.holder) else { throw WebFailure.staleForm }
        return fields
    }
}

/// Checks by `Sec-Fetch-Site` and `Origin` whether a request comes from our own pages.
enum SameOriginCheck {
    /// - Throws: 403 when the browser names another site.
    ///
    /// A browser that sends no referrer, as our pages require, writes `Origin: null`. Such a request passes; its token
    /// is checked afterwards.
    static func verify(_ request: Request, _ address: PublicAddress) throws(WebFailure) {
        if let site = request.headers[.secFetchSite], site != "same-origin" { throw .crossSite }
        guard let origin = request.headers[.origin], origin != "null", origin != address.origin else { return }
        guard let page = PageOrigin(origin), PublicOrigin(address).owns(page, request) else { throw .crossSite }
    }
}
