import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The way to Apple's page: the tenant is named first, for each has its own app at Apple.
struct AppleSignInRoutes {
    let console: Console

    func add(to routes: Routes<AnonymousContext>) {
        routes.get("sign-in/apple", use: show)
        routes.submit("sign-in/apple", console: console, use: begin)
    }

    private func show(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let page = console.page(call.context)
        return page.response(AppleSignInView(AppleSignInForm(to: try call.request.returnPath()), page))
    }

    private func begin(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let to = try call.request.returnPath()
        let slug = fields.value("tenant", as: Tenant.Slug.self, orElse: .notATenantSlug)
        let form = AppleSignInForm(to: to, tenant: fields.typed("tenant"))
        let page = console.page(call.context)
        return try await page.form(fields) {
            let flow = try await flow(at: try fields.finish(slug), to: form.to, call.context)
            var response = page.response(AppleLeavingView(flow.address, page))
            // A form may lead nowhere else, so the page that it opens does.
            response.headers[.refresh] = "0; url=\(flow.address)"
            response.set(AppleFlowCookie.setting(flow.browser, isSecure: console.address.isSecure))
            return response
        } again: { problems in
            AppleSignInView(form, page, problems)
        }
    }

    /// One problem for a tenant that is unknown and one that has no page at Apple, so that it does not reveal which
    /// tenants there are.
    private static let unavailable = FieldProblem(
        field: "tenant",
        rule: .malformed(
            .localizable(
                "forms.apple-unavailable",
                "Sign in with Apple is not available for this tenant. Check the slug, or sign in with a password."
            )
        )
    )

    private func flow(
        at slug: Tenant.Slug,
        to: ConsoleReturnPath?,
        _ context: AnonymousContext
    ) async throws -> AppleWebFlow.StartedFlow {
        do {
            let tenant = try await console.services.authenticator.tenant(slug)
            return try await console.services.appleWebFlow.begin(
                AppleFlowRequest(
                    .console,
                    redirectURI: console.services.accessTokens.issuer(of: slug) + ApplePaths.callback,
                    returnTo: to?.description ?? "",
                    errorTo: ConsolePaths.signIn
                ),
                in: SignInContext(tenant: tenant, client: context.client)
            )
        } catch DomainError.notFound(.tenant) {
            throw DomainError.invalid([Self.unavailable])
        } catch let failure as AuthFailure {
            if case .later(let error) = ConsoleSignInRejection(failure) { throw error }
            throw DomainError.invalid([Self.unavailable])
        }
    }
}

/// The form that names a tenant, as it was typed.
struct AppleSignInForm: Sendable {
    /// Where to go after signing in.
    let to: ConsoleReturnPath?
    var tenant = ""
}
