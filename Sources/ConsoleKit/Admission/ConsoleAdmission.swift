@_spi(Admission) import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Admits requests: to the sign-in page, to the console, to a tenant.
extension Console {
    /// Admits any browser. A new one gets a random secret, to which its form tokens are bound.
    package func admitToSignIn(_ request: Request, _ outer: GatehouseContext) throws -> AnonymousContext {
        try admitToSignIn(request, outer, from: SignInClient(console: request, from: outer.origin, address))
    }

    /// - Parameter client: the browser, for a page that is not about signing in to the console.
    package func admitToSignIn(
        _ request: Request,
        _ outer: GatehouseContext,
        from client: SignInClient
    ) throws -> AnonymousContext {
        let browser = try Browser(request, address, routes: routes)
        let known = try cookieValue(ConsoleCookie.signIn, request).flatMap {
            Base64URL.decode($0)?.count == 32 ? $0 : nil
        }
        let identity = AnonymousIdentity(
            browser: browser,
            holder: known ?? Base64URL.encode(systemContext.random(32)),
            isNewHolder: known == nil,
            client: client
        )
        return AnonymousContext(outer, as: identity)
    }

    /// - Throws: `Redirection` to the sign-in page when the browser has no session.
    package func admitConsoleUser(_ request: Request, _ outer: GatehouseContext) async throws -> ConsoleUserContext {
        let browser = try Browser(request, address, routes: routes)
        let (text, authenticationState) = try await authenticationState(request)
        let place = ConsoleReturnPath(browser.place)
        switch authenticationState.need {
        case .setUp: throw Redirection(to: ConsolePaths.leading(ConsolePaths.secondFactor, to: place))
        case .code: throw Redirection(to: ConsolePaths.leading(ConsolePaths.proof, to: place))
        case nil:
            let consoleUser = authenticationState.consoleUser
            let principal = consoleUser.principal(from: outer.origin)
            let identity = ConsoleUserIdentity(
                browser: browser,
                holder: text,
                consoleUser: consoleUser,
                principal: principal,
                tenantAccess: Self.access(of: consoleUser, principal)
            )
            return ConsoleUserContext(outer, as: identity)
        }
    }

    /// The access of a member to their own tenant; nil for an operator.
    private static func access(of consoleUser: ConsoleUser, _ principal: Principal) -> Access? {
        guard case .member(let record) = consoleUser else { return nil }
        return Access(tenant: record.tenant.id, principal: principal)
    }

    /// Admits a signed-in user, even one who still needs a second factor.
    package func admitStepUp(_ request: Request, _ outer: GatehouseContext) async throws -> StepUpContext {
        let browser = try Browser(request, address, routes: routes)
        let (text, authenticationState) = try await authenticationState(request)
        let identity = StepUpIdentity(browser: browser, holder: text, authenticationState: authenticationState)
        return StepUpContext(outer, as: identity)
    }

    /// - Throws: `Redirection` to the sign-in page when the browser has no session.
    private func authenticationState(
        _ request: Request
    ) async throws -> (text: String, authenticationState: ConsoleAuthenticationState) {
        guard let text = try cookieValue(ConsoleCookie.session, request),
            let authenticationState = try await services.console.authenticationState(text)
        else { throw Redirection.signIn(place: request.method == .get ? request.uri.string : nil) }
        return (text, authenticationState)
    }

    /// - Throws: `Redirection`; `.notFound(.tenant)` for a tenant that is not the user's.
    package func admitToTenant(_ request: Request, _ outer: GatehouseContext) async throws -> TenantContext {
        let inside = try await admitConsoleUser(request, outer)
        let slug = try outer.id("tenant", of: .tenant, as: Tenant.Slug.self)
        return try await admit(inside, to: slug)
    }

    /// - Throws: `.notFound(.tenant)` for a tenant that is not the user's.
    func admit(_ inside: ConsoleUserContext, to slug: Tenant.Slug) async throws(DomainError) -> TenantContext {
        let (tenant, access) = try await services.console.enter(slug, as: inside.consoleUser, from: inside.origin)
        let identity = TenantIdentity(
            browser: inside.browser,
            holder: inside.holder,
            consoleUser: inside.consoleUser,
            tenant: tenant,
            access: access
        )
        return TenantContext(inside, as: identity)
    }

    private func cookieValue(_ name: String, _ request: Request) throws -> String? {
        try RequestCookies(request.headers).value(SetCookie.fullName(name, isSecure: address.isSecure))
    }
}

extension Redirection {
    /// Redirects to the sign-in page, and after signing in back to the requested page.
    /// - Parameter place: the path and query to return to; nil for none.
    static func signIn(place: String?) -> Redirection {
        let back = place.flatMap { $0 == "/" ? nil : $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        return Redirection(to: ConsolePaths.signIn + (back.map { "?to=\($0)" } ?? ""))
    }
}
