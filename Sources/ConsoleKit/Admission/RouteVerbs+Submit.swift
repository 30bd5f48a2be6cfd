import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

extension RouteVerbs where Context: ConsoleContext {
    /// Adds a form: its handler runs only when the form is ours, of this browser, and for this action.
    ///
    /// The order is method, `Sec-Fetch-Site`, `Origin`, token, limit of changes, permission. Denials go to the audit, and
    /// an action that needs a recent sign-in leads to the page that asks for it. Every route of the console that changes
    /// something is added with `submit`, so that no handler can forget any of it.
    ///
    /// - Parameter handler: gets the fields of the form without its token, and finishes them.
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
                try await console.record(denial, at: "POST \(context.endpointPath ?? "")", context)
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

/// Whether a browser says that a request comes from our own pages.
enum SameOriginCheck {
    /// - Throws: 403 when the browser names another site.
    ///
    /// A browser that keeps the referrer to itself, as our pages ask it to, writes `Origin: null`; the token decides
    /// then.
    static func verify(_ request: Request, _ address: PublicAddress) throws(WebFailure) {
        if let site = request.headers[.secFetchSite], site != "same-origin" { throw .crossSite }
        guard let origin = request.headers[.origin], origin != "null", origin != address.origin else { return }
        guard let page = PageOrigin(origin), PublicOrigin(address.origin).owns(page, request) else { throw .crossSite }
    }
}
