import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The multi-session plugin of Better Auth, under `/api/auth/multi-session`, for tenants that enable it: each user of a
/// browser has a cookie, beside that of the active session.
///
/// It differs from upstream on purpose: `sessionToken` is the handle that a list shows, and the active session may have
/// been ended meanwhile.
struct BetterAuthMultiSession: Sendable {
    /// The limit of one browser, as upstream.
    static let maximum = 5

    let impersonation: Impersonation
    let sessionSelfService: SessionSelfService
    let tenantSettings: any TenantSettingsStore
    let sessions: BetterAuthSessions

    private var cookie: SessionCookie { sessions.cookie }

    func add(to app: Routes<AppContext>) {
        app.get("multi-session/list-device-sessions", operation: "betterAuthListDeviceSessions", use: list)
        app.post("multi-session/set-active", operation: "betterAuthSetActiveSession", use: setActive)
        app.post("multi-session/revoke", operation: "betterAuthRevokeDeviceSession", use: revoke)
    }

    /// The limit of sessions that one request ends, however many cookies it has.
    private static let maximumEnded = 20

    private struct Present {
        let browserSession: SessionCookie.BrowserSession
        let record: SessionRecord
    }

    // MARK: Signing in and out

    /// Adds a cookie for the user who has just signed in.
    /// - Returns: the cookies to set.
    func keep(_ signedIn: SignedIn, isRemembered: Bool, of request: Request, in tenant: Tenant) async throws -> [String]
    {
        guard Self.isFromPage(request), signedIn.settings.multiSession else { return [] }
        let (kept, cookies) = try await tidied(request, tenant, without: signedIn.user.id)
        guard kept < Self.maximum else { return cookies }
        let browserSession = SessionCookie.BrowserSession(
            session: signedIn.session.id,
            token: signedIn.token.text,
            isRemembered: isRemembered
        )
        return cookies + [cookie.setting(browserSession)]
    }

    /// Adds a cookie for the active session before a redirect to Apple, because the browser returns by a cross-site
    /// request without cookies.
    func keepActing(_ request: Request, in tenant: Tenant) async throws -> [String] {
        guard Self.isFromPage(request), try await isOn(for: tenant) else { return [] }
        return try await tidied(request, tenant, without: nil).cookies
    }

    /// Only browsers send an origin.
    private static func isFromPage(_ request: Request) -> Bool {
        request.headers[.origin] != nil && request.headers[.authorization] == nil
    }

    /// Removes the cookies of ended sessions and of one user, and adds one for the active session.
    /// - Returns: the number of sessions kept, and the cookies to set.
    private func tidied(
        _ request: Request,
        _ tenant: Tenant,
        without user: User.ID?
    ) async throws -> (kept: Int, cookies: [String]) {
        let browserSessions = cookie.browserSessions(in: request.headers)
        var (kept, cookies) = (0, [String]())
        for (place, browserSession) in browserSessions.enumerated() {
            let record = place < Self.maximum ? try await sessions.glance(at: browserSession.token, in: tenant) : nil
            if let record, record.user.id != user {
                kept += 1
            } else {
                cookies.append(cookie.deleting(browserSession))
            }
        }
        guard let acting = try await acting(request, tenant),
            !browserSessions.contains(where: { $0.token == acting.browserSession.token }),
            acting.record.user.id != user, acting.record.session.impersonator == nil, kept < Self.maximum
        else { return (kept, cookies) }
        return (kept + 1, cookies + [cookie.setting(acting.browserSession)])
    }

    /// Ends every session of a browser.
    /// - Returns: the cookies to set.
    func end(_ request: Request, _ context: AppContext) async throws -> [String] {
        let browserSessions = cookie.browserSessions(in: request.headers)
        for browserSession in browserSessions.prefix(Self.maximumEnded) {
            guard let record = try await sessions.glance(at: browserSession.token, in: context.tenant) else { continue }
            try await sessionSelfService.signOut(record, from: context.origin)
        }
        return browserSessions.map(cookie.deleting)
    }

    /// Whether the request has any of these cookies, and so needs the check of its origin.
    func areBrought(by request: Request) -> Bool { !cookie.browserSessions(in: request.headers).isEmpty }

    // MARK: Routes

    private func list(_ call: PlainCall<AppContext>) async throws -> Response {
        try await mustBeOn(for: call.context.tenant)
        var users: Set<User.ID> = []
        let latest = try await present(call).sorted {
            $0.record.session.createdAt > $1.record.session.createdAt
        }
        .filter { users.insert($0.record.user.id).inserted }
        return .json(.array(latest.map { Self.presence($0.record) }))
    }

    private func setActive(_ call: PlainCall<AppContext>) async throws -> Response {
        let chosen = try await chosen(call).chosen
        var response = Response.json(Self.presence(chosen.record))
        let acting = try await acting(call.request, call.context.tenant)
        guard acting?.browserSession.token != chosen.browserSession.token else { return response }
        if let acting { try await leave(acting, call, &response) }
        response.addCookie(
            cookie.setting(chosen.browserSession.token, isRemembered: chosen.browserSession.isRemembered)
        )
        return response
    }

    /// Keeps or ends the active session, so that no session remains live without a cookie.
    private func leave(_ acting: Present, _ call: PlainCall<AppContext>, _ response: inout Response) async throws {
        guard acting.record.session.impersonator == nil else {
            response.addCookie(cookie.deletingAdministrator)
            return try await impersonation.end(acting.record, from: call.context.origin)
        }
        let browserSessions = cookie.browserSessions(in: call.request.headers)
        guard !browserSessions.contains(where: { $0.token == acting.browserSession.token }) else { return }
        if browserSessions.count < Self.maximum {
            response.addCookie(cookie.setting(acting.browserSession))
        } else {
            try await sessionSelfService.signOut(acting.record, from: call.context.origin)
        }
    }

    /// Revokes a session. If it is the active one, the next becomes active.
    private func revoke(_ call: PlainCall<AppContext>) async throws -> Response {
        let (chosen, others) = try await chosen(call)
        try await sessionSelfService.end(chosen.record.session.id, by: chosen.record, from: call.context.origin)
        var response = Response.json(["status": true])
        if try cookie.token(in: call.request.headers) == chosen.browserSession.token {
            let next = others.first
            response.addCookie(
                next.map { cookie.setting($0.browserSession.token, isRemembered: $0.browserSession.isRemembered) }
                    ?? cookie.deleting
            )
        }
        response.addCookie(cookie.deleting(chosen.browserSession))
        return response
    }

    // MARK: Parts

    private func isOn(for tenant: Tenant) async throws(DomainError) -> Bool {
        try await tenantSettings.settings(of: tenant.id).settings.multiSession
    }

    private func mustBeOn(for tenant: Tenant) async throws {
        guard try await isOn(for: tenant) else { throw WebFailure.multiSessionDisabled }
    }

    /// The active session by its cookie. Whether that cookie outlives the browser is unknown.
    private func acting(_ request: Request, _ tenant: Tenant) async throws -> Present? {
        guard let token = try cookie.token(in: request.headers),
            let record = try await sessions.glance(at: token, in: tenant)
        else { return nil }
        return Present(
            browserSession: .init(session: record.session.id, token: token, isRemembered: false),
            record: record
        )
    }

    /// The live sessions, including the active one unless it is an impersonation.
    private func present(_ call: PlainCall<AppContext>) async throws -> [Present] {
        var found: [Present] = []
        for browserSession in cookie.browserSessions(in: call.request.headers).prefix(Self.maximum) {
            guard let record = try await sessions.glance(at: browserSession.token, in: call.context.tenant),
                record.session.id == browserSession.session
            else { continue }
            found.append(Present(browserSession: browserSession, record: record))
        }
        guard let acting = try await acting(call.request, call.context.tenant),
            acting.record.session.impersonator == nil,
            !found.contains(where: { $0.browserSession.token == acting.browserSession.token })
        else { return found }
        return [acting] + found
    }

    private func chosen(_ call: PlainCall<AppContext>) async throws -> (chosen: Present, others: [Present]) {
        let text = try await call.request.betterAuthBody(BetterAuthInputs.browserSession)
        try await mustBeOn(for: call.context.tenant)
        try await sessions.origins.check(call.request, of: call.context.tenant)
        let present = try await present(call)
        guard
            let chosen = present.first(where: {
                $0.browserSession.session.description == text || $0.browserSession.token.hasSameBytes(as: text)
            }
            )
        else { throw WebFailure.unknownBrowserSession }
        return (chosen, present.filter { $0.browserSession.session != chosen.browserSession.session })
    }

    private static func presence(_ record: SessionRecord) -> JSONValue {
        ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(
            BetterAuthPresence(session: BetterAuthSession(session: record.session), user: record.user)
        )
    }
}
