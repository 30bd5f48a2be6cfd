import Domain
import Foundation
import Hummingbird
import Logging
import UseCases

/// A request to the console: who holds the browser, how they want it to look.
protocol ConsoleContext: IdentifiedContext {
    var browser: Browser { get }
    /// The secret that form tokens are bound to.
    var holder: String { get }
    /// What the visitor may do in the tenant that they are in, or belong to; nil for who is in none.
    var tenantAccess: Access? { get }
    /// Nil for who has not signed in.
    var signedIn: ConsoleUser? { get }
}

extension ConsoleContext {
    var tenantAccess: Access? { nil }
}

/// What the browser's own cookies say.
struct Browser: Sendable {
    /// `light`, `dark` or `auto`.
    let theme: String
    /// An IANA name; UTC until the browser has said.
    let zone: String
    /// What was just done, to be said once.
    let flash: Flash?
    /// The path and query of a page to come back to: this one, or where a form is answered with a page, the nearest
    /// above it.
    let place: String

    init(_ request: Request, _ settings: ConsoleSettings, routes: RouteList) throws(WebFailure) {
        let cookies = RequestCookies(request.headers)
        func value(_ name: String) throws(WebFailure) -> String? {
            try cookies.value(SetCookie.fullName(name, isSecure: settings.isSecure))
        }
        theme = try value(ConsoleCookie.theme).flatMap { ["light", "dark"].contains($0) ? $0 : nil } ?? "auto"
        zone = try cookies.value(ConsoleCookie.zone)?.removingPercentEncoding ?? "UTC"
        flash = try value(ConsoleCookie.flash).flatMap { Flash($0) }
        place = request.method == .post ? Self.page(above: request.uri.path, routes) : request.uri.string
    }

    private static func page(above path: String, _ routes: RouteList) -> String {
        var parts = PathTemplate.parts(of: path)
        while !parts.isEmpty {
            let path = "/" + parts.joined(separator: "/")
            if routes.methods(at: path).contains(.get) { return path }
            parts.removeLast()
        }
        return "/"
    }
}

/// Someone at the door, not signed in.
struct AnonymousContext: ConsoleContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    /// The holder is new, so the answer must set it.
    let isNewHolder: Bool
    var signedIn: ConsoleUser? { nil }

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, isNewHolder: Bool) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.isNewHolder = isNewHolder
    }
}

/// Someone who is signed in, and may have to show more first.
struct StepUpContext: ConsoleContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    let standing: ConsoleAuthenticationState

    var signedIn: ConsoleUser? { standing.visitor }

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, standing: ConsoleAuthenticationState) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.standing = standing
    }

    /// Of a member.
    var tenantSlug: String? {
        guard case .member(let record) = standing.visitor else { return nil }
        return record.tenant.slug.description
    }
}

/// Someone who is signed in.
struct ConsoleUserContext: ConsoleContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    let visitor: ConsoleUser

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, visitor: ConsoleUser) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.visitor = visitor
    }

    var signedIn: ConsoleUser? { visitor }
    var tenantAccess: Access? {
        guard case .member(let record) = visitor else { return nil }
        return Access(tenant: record.tenant.id, principal: visitor.principal(from: origin))
    }

    /// - Throws: `.denied` for who is no operator.
    func installationGrant() throws(DomainError) -> InstallationGrant {
        try visitor.principal(from: origin).installationGrant()
    }
}

/// Someone who is signed in and inside a tenant.
struct TenantContext: ConsoleContext, GrantingContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    let visitor: ConsoleUser
    let tenant: Tenant
    let access: Access

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(
        _ outer: GatehouseContext,
        browser: Browser,
        holder: String,
        visitor: ConsoleUser,
        tenant: Tenant,
        access: Access
    ) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.visitor = visitor
        self.tenant = tenant
        self.access = access
    }

    var signedIn: ConsoleUser? { visitor }
    var tenantAccess: Access? { access }
}
