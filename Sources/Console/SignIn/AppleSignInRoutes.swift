import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

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
        let slug = fields.value("tenant", as: Tenant.Slug.self, orElse: .notATenantSlug)
        let typed = fields.typed("tenant")
        do {
            let begun = try await begun(at: try fields.finish(slug), to: to, context)
            let view = AppleLeavingView(
                head: console.head("Continue to Apple", theme: context.browser.theme),
                address: begun.address,
                back: ConsolePaths.signIn
            )
            var response = console.page(view, context)
            // A form may lead nowhere else, so the page that it opens does.
            response.headers[.refresh] = "0; url=\(begun.address)"
            response.set(AppleFlowCookie.setting(begun.browser, isSecure: console.address.isSecure))
            return response
        } catch DomainError.invalid(let problems) {
            return page(context, to: to, typed: typed, problems: problems, status: .unprocessableContent)
        } catch DomainError.notFound(.tenant) {
            return unavailablePage(context, to: to, typed: typed)
        } catch let failure as AuthFailure {
            if case .later(let error) = ConsoleSignInRejection(failure) { throw error }
            return unavailablePage(context, to: to, typed: typed)
        }
    }

    /// One answer for a tenant that is unknown and one that has no page at Apple, so that it does not reveal which
    /// tenants there are.
    private func unavailablePage(
        _ context: AnonymousContext,
        to: ConsoleReturnPath?,
        typed: String
    ) -> Response {
        let sentence = LocalizableText.localizable(
            "forms.apple-unavailable",
            "Sign in with Apple is not available for this tenant. Check the slug, or sign in with a password."
        )
        return page(
            context,
            to: to,
            typed: typed,
            problems: [.init(field: "tenant", rule: .malformed(sentence))],
            status: .unprocessableContent
        )
    }

    /// - Throws: `.notFound(.tenant)`, `AuthFailure`
    private func begun(
        at slug: Tenant.Slug,
        to: ConsoleReturnPath?,
        _ context: AnonymousContext
    ) async throws -> AppleWebFlow.Begun {
        let tenant = try await console.services.authenticator.tenant(slug)
        return try await console.services.appleWebFlow.begin(
            AppleFlowRequest(
                .console,
                redirectURI: console.services.accessTokens.issuer(of: slug) + ApplePaths.callback,
                returnTo: to?.description ?? "",
                errorTo: ConsolePaths.signIn
            ),
            at: SignInContext(tenant: tenant, client: context.client)
        )
    }

    private func page(
        _ context: AnonymousContext,
        to: ConsoleReturnPath?,
        typed: String = "",
        problems: [FieldProblem] = [],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let found = FormProblems(problems, console.texts(context))
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
        return console.signedOutPage(view, context, status: status)
    }
}
