import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The pages of one-time links.
///
/// Showing a page does not use the link, because mail programs prefetch links; the page's button does.
package struct LinkRoutes {
    let console: Console

    package init(console: Console) { self.console = console }

    private static let purposes: Set<OneTimeLink.Purpose> = [.verifyEmail, .resetPassword, .signIn, .changeEmail]

    var links: AccountLinks { console.services.links }

    package func add(to routes: Routes<GatehouseContext>) {
        let anonymous = routes.group("", authentication: .none) { request, outer in
            let client = SignInClient(device: Device(headers: request.headers), origin: outer.origin)
            return try console.admitToSignIn(request, outer, from: client)
        }
        anonymous.get("links/{link}", use: show)
        anonymous.submit("links/{link}", console: console, use: follow)
        anonymous.get("links/stop/{link}", use: showStop)
        anonymous.submit("links/stop/{link}", console: console, use: stop)
    }

    private func show(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let text = try link(call)
        do throws(AuthFailure) {
            let open = try await links.open(text, from: call.context.origin)
            guard Self.purposes.contains(open.link.purpose) else { throw .link(.gone) }
            return question(open, text, call.context, returnTo: try await returnTo(open, call))
        } catch { return try rejected(error, call.context) }
    }

    private func follow(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let text = try link(call)
        let password = fields.optionalText("password", maximum: PasswordRules.lengths.upperBound * 2)
        try fields.finish(.ignored)
        do throws(AuthFailure) {
            let open = try await links.open(text, from: call.context.origin)
            guard Self.purposes.contains(open.link.purpose) else { throw .link(.gone) }
            let signIn = SignInContext(tenant: open.tenant, client: call.context.client)
            guard open.link.setsPassword else {
                let returnTo = try await returnTo(open, call)
                return try await use(text, open, returnTo, call.context, in: signIn)
            }
            do throws(AuthFailure) {
                let reset = try await links.reset(text, password: password ?? "", in: signIn)
                return done(reset.link, reset.tenant, call.context)
            } catch {
                guard case .invalid(let problems) = error else { throw error }
                return question(open, text, call.context, returnTo: open.link.returnTo, problems: problems)
            }
        } catch { return try rejected(error, call.context) }
    }

    /// The destination of the browser: the link's own or, if the link only verifies an email address, the `return_to`
    /// parameter of the page, if the tenant allows that URL.
    private func returnTo(_ open: OpenLink, _ call: PlainCall<AnonymousContext>) async throws(AuthFailure) -> String? {
        if let own = open.link.returnTo { return own }
        guard [.verifyEmail, .changeEmail].contains(open.link.purpose), !open.link.opensSession else { return nil }
        do {
            var query = try call.request.programQueryFields()
            let wanted = query.optionalText("return_to", maximum: 2048)
            try query.finish(.ignored)
            guard let wanted else { return nil }
            let settings = try await console.services.tenantSettings.settings(of: open.tenant.id).settings
            return try await destinations.address(wanted, settings, call, of: open.tenant)
        } catch DomainError.unavailable(let wait) {
            throw .unavailable(retryAfter: wait)
        } catch { return nil }
    }

    private var destinations: LinkDestinations {
        let authenticator = console.services.authenticator
        return LinkDestinations(
            authenticator: authenticator,
            tenants: TenantResolver(authenticator: authenticator, proxies: .none),
            isSecure: console.address.isSecure
        )
    }

    private func use(
        _ text: String,
        _ open: OpenLink,
        _ returnTo: String?,
        _ context: AnonymousContext,
        in signIn: SignInContext
    ) async throws(AuthFailure) -> Response {
        guard open.link.purpose != .signIn || open.link.returnTo != nil else { return onlyDigits(open.tenant, context) }
        let followed = try await links.follow(.token(text), for: Self.purposes, handsOver: true, in: signIn)
        guard let returnTo else { return done(followed.link, open.tenant, context) }
        guard followed.link.opensSession else { return console.seeOther(returnTo) }
        if let exchange = followed.exchange { return console.seeOther(HandoverAddress.with(code: exchange, returnTo)) }
        return console.seeOther(try await session(followed, at: returnTo, signIn))
    }

    /// The address with the tokens of a new session in the fragment, which is not sent to servers.
    private func session(
        _ followed: FollowedLink,
        at address: String,
        _ signIn: SignInContext
    ) async throws(AuthFailure) -> String {
        let signedIn = try await links.begin(followed, in: signIn)
        let method = followed.link.purpose.authenticationMethod
        let services = console.services
        let tokens: IssuedTokens
        do throws(DomainError) {
            tokens = try await services.sessionOpener.handingOver(signedIn, in: signIn) {
                () throws(DomainError) in
                try await services.accessTokens.issue(for: signedIn.session, tenant: signIn.tenant, method: method)
            }
        } catch { throw .unavailable(retryAfter: .seconds(1)) }
        return HandoverAddress.with(tokens, type: followed.link.purpose.goTrueName, address)
    }

    // MARK: Pages

    private func question(
        _ open: OpenLink,
        _ text: String,
        _ context: AnonymousContext,
        returnTo: String?,
        problems: [FieldProblem] = []
    ) -> Response {
        guard open.link.purpose != .signIn || open.link.returnTo != nil else { return onlyDigits(open.tenant, context) }
        let texts = console.texts(context)
        let offer = LinkOffer(open.link)
        let problem = problems.first.map { $0.rule.text(texts) }
        let field = FieldView(
            "password",
            texts("links.new-password"),
            kind: .password,
            hint: texts("links.new-password.hint", ["minimum": .number(PasswordRules.lengths.lowerBound)]),
            error: problem,
            autocomplete: "new-password",
            maximumLength: PasswordRules.lengths.upperBound,
            isFocused: true
        )
        let errors = problem.map {
            FormErrorsView(title: texts("links.problems"), problems: [.init(text: $0, fieldID: field.id)])
        }
        let question = OneTimeLinkView.Question(
            form: form(text, open, returnTo, context),
            password: open.link.setsPassword ? field : nil,
            button: offer.button(of: open.tenant, texts)
        )
        var response = page(
            LinkPageText(offer, of: open.tenant, to: open.link.email, texts),
            context,
            question: question,
            errors: errors,
            status: errors == nil ? .ok : .unprocessableContent
        )
        // Browsers apply this policy to redirects after a form.
        if let returnTo = returnTo.flatMap({ RedirectAddress($0) }) {
            response.headers[.contentSecurityPolicy] = SecurityHeaders.policy(formsLeadTo: returnTo)
        }
        return response
    }

    /// The form keeps the `return_to` of the page's address.
    private func form(_ text: String, _ open: OpenLink, _ returnTo: String?, _ context: AnonymousContext) -> FormView {
        let action = LinkPaths.link(text, returnTo: open.link.returnTo == nil ? returnTo : nil)
        return FormView(action: action, token: console.tokens.token(for: LinkPaths.link(text), holder: context.holder))
    }

    private func done(_ link: OneTimeLink, _ tenant: Tenant, _ context: AnonymousContext) -> Response {
        page(LinkPageText(LinkResult(link), of: tenant, console.texts(context)), context)
    }

    private func onlyDigits(_ tenant: Tenant, _ context: AnonymousContext) -> Response {
        page(LinkPageText(.codeInApp, of: tenant, console.texts(context)), context)
    }

    func rejected(_ failure: AuthFailure, _ context: AnonymousContext) throws -> Response {
        switch failure {
        case .signIn(.sessionLimit): page(.sessionLimit, context, status: .forbidden)
        case .link, .invalid, .rejected, .app, .signIn, .accessToken, .refreshToken, .session, .apple, .account:
            page(.gone, context, status: .gone)
        case .userDisabled: page(.userDisabled, context, status: .forbidden)
        case .emailTaken: page(.emailTaken, context, status: .conflict)
        case .throttled(let wait), .tooManyMessages(let wait): throw DomainError.throttled(retryAfter: wait)
        case .unavailable(let wait): throw DomainError.unavailable(retryAfter: wait)
        }
    }

    private func page(
        _ rejection: LinkRejection,
        _ context: AnonymousContext,
        status: HTTPResponse.Status
    ) -> Response {
        page(LinkPageText(rejection, console.texts(context)), context, status: status)
    }

    func page(
        _ text: LinkPageText,
        _ context: AnonymousContext,
        question: OneTimeLinkView.Question? = nil,
        errors: FormErrorsView? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let isExposed = question?.password != nil && !console.address.isSecure
        let view = OneTimeLinkView(
            head: console.head(text.title, theme: context.browser.theme),
            title: text.title,
            text: text.text,
            errors: errors,
            question: question,
            warning: isExposed ? console.texts(context)("sign-in.plain-http") : nil,
            reference: status.code >= 400 ? context.identity.reference?.description : nil
        )
        return console.page(context).response(view, status: status)
    }

    func link(_ call: PlainCall<AnonymousContext>) throws -> String { try call.id("link", of: .link, as: String.self) }
}

extension OneTimeLink.Purpose {
    /// The value of the `amr` claim.
    var authenticationMethod: AuthenticationMethod {
        switch self {
        case .resetPassword: .recovery
        case .verifyEmail: .emailSignUp
        case .signIn, .changeEmail: .magicLink
        case .reauthentication, .exchange: .otp
        }
    }

    /// The name of the purpose in GoTrue.
    var goTrueName: String {
        switch self {
        case .resetPassword: "recovery"
        case .verifyEmail: "signup"
        case .signIn, .exchange: "magiclink"
        case .changeEmail: "email_change"
        case .reauthentication: "reauthentication"
        }
    }
}
