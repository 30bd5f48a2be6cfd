import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The console's door for those who come back from Apple's page.
///
/// Apple's page posts from another site, and the answer leads on with a `GET`: with that a browser sends the cookies
/// that are set here.
struct AppleConsoleSignIn: Sendable {
    let access: ConsoleAccess
    let settings: ConsoleSettings

    func open(
        to user: User,
        leading place: String,
        _ request: Request,
        _ context: GatehouseContext
    ) async throws -> Response {
        let to = ConsoleReturnPath(place)
        let device = Device(userAgent: UserAgent.text(request.headers))
        do throws(SignInFailure) {
            switch try await access.arrive(user, device: device, from: context.origin) {
            case .entered(let entry): return .entered(entry, to: to, settings)
            case .codeNeeded(let challenge): return .codeNeeded(challenge, to: to, settings)
            }
        } catch {
            switch error {
            case .throttled(let wait): throw DomainError.throttled(retryAfter: wait)
            case .unavailable(let wait): throw DomainError.unavailable(retryAfter: wait)
            default: return refused(.appleUnknown)
            }
        }
    }

    /// - Throws: what is nobody's fault, to be tried again.
    func refused(_ failure: AppleSignInFailure) throws -> Response {
        switch failure {
        case .throttled(let wait): throw DomainError.throttled(retryAfter: wait)
        case .unavailable(let wait), .token(.keysUnavailable(let wait)): throw DomainError.unavailable(retryAfter: wait)
        case .methodOff, .signUpOff, .disabled, .taken: return refused(.appleUnknown)
        case .token, .replayed, .withdrawn: return refused(.appleFailed)
        }
    }

    func refused(_ flash: Flash) -> Response { .leading(to: ConsolePaths.signIn, flash: flash, settings) }
}

/// The way to Apple's page: the tenant is named first, for each has its own app at Apple.
struct AppleSignInRoutes {
    let console: Console

    func add(to door: Routes<AnonymousContext>) {
        door.get("sign-in/apple", use: show)
        door.submit("sign-in/apple", console: console, use: begin)
    }

    @Sendable private func show(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        page(context, to: try request.innerPlace())
    }

    @Sendable private func begin(
        _ fields: inout Fields,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> Response {
        let to = try request.innerPlace()
        let slug = fields.value("tenant", as: Tenant.Slug.self, orElse: "Enter the tenant's slug, like acme.")
        let typed = fields.typed("tenant")
        do {
            let begun = try await begun(at: try fields.finish(slug), to: to, request, context)
            let view = AppleLeavingView(
                head: console.head("Continue to Apple", theme: context.browser.theme),
                address: begun.address,
                back: ConsolePaths.signIn
            )
            var response = console.page(view, context)
            // A form may lead nowhere else, so the page that it opens does.
            response.headers[.refresh] = "0; url=\(begun.address)"
            response.set(AppleFlowCookie.setting(begun.browser, isSecure: console.settings.isSecure))
            return response
        } catch DomainError.invalid(let problems) {
            return page(context, to: to, typed: typed, problems: problems, status: .unprocessableContent)
        } catch DomainError.notFound(.tenant) {
            let sentence =
                "Sign in with Apple is not available for this tenant. Check the slug, or sign in with a password."
            return page(
                context,
                to: to,
                typed: typed,
                problems: [.init(field: "tenant", rule: .malformed(sentence))],
                status: .unprocessableContent
            )
        }
    }

    /// - Throws: `.notFound(.tenant)` for one that is not there, or has no page at Apple: nobody learns here which
    ///   tenants there are.
    private func begun(
        at slug: Tenant.Slug,
        to: ConsoleReturnPath?,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> AppleWebFlow.Begun {
        let tenant = try await console.services.authenticator.tenant(slug)
        let place = SignInContext(
            tenant: tenant,
            device: Device(userAgent: UserAgent.text(request.headers)),
            origin: context.origin
        )
        do throws(AppleSignInFailure) {
            return try await console.services.appleWebFlow.begin(
                .console,
                redirectURI: console.services.accessTokens.issuer(of: slug) + AppleRoutes.callback,
                returnTo: to?.description ?? "",
                errorTo: ConsolePaths.signIn,
                at: place
            )
        } catch {
            switch error {
            case .throttled(let wait): throw DomainError.throttled(retryAfter: wait)
            case .unavailable(let wait): throw DomainError.unavailable(retryAfter: wait)
            default: throw DomainError.notFound(.tenant)
            }
        }
    }

    private func page(
        _ context: AnonymousContext,
        to: ConsoleReturnPath?,
        typed: String = "",
        problems: [FieldProblem] = [],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let found = FormProblems(problems)
        let view = AppleSignInView(
            head: console.head("Sign in with Apple", theme: context.browser.theme),
            errors: found.summary,
            form: console.form(ConsolePaths.signInWithApple, to: to, context),
            tenant: FieldView(
                "tenant",
                "Tenant",
                value: typed,
                hint: "Its slug, like acme.",
                error: found["tenant"],
                maximumLength: Tenant.Slug.lengths.upperBound,
                isFocused: true,
                isVerbatim: true
            ),
            back: ConsolePaths.leading(ConsolePaths.signIn, to: to)
        )
        return console.atDoor(view, context, status: status)
    }
}

extension Request {
    /// Where to go after signing in; nil for no place inside the console.
    func innerPlace() throws -> ConsoleReturnPath? {
        var query = try queryFields()
        return query.optionalText("to", maximum: 2048).flatMap { ConsoleReturnPath($0) }
    }
}

extension HTTPField.Name {
    /// A constant of the field's grammar.
    static let refresh = HTTPField.Name("Refresh")!
}
