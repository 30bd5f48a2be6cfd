import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases

/// The multi-session plugin of Better Auth, under `/api/auth/multi-session`, for tenants that want it: each of several people of a browser
/// has a cookie of their own, beside that of who acts.
///
/// What differs from upstream, on purpose: `sessionToken` is the handle that a list shows, and who acts may have been signed out meanwhile.
struct BetterAuthCompanions: Sendable {
    /// In one browser, as upstream.
    static let maximum = 5

    let services: Services
    let sessions: BetterAuthSessions

    private var cookie: SessionCookie { sessions.cookie }

    func add(to app: Routes<AppContext>) {
        app.get("multi-session/list-device-sessions", operation: "betterAuthListDeviceSessions", use: list)
        app.post("multi-session/set-active", operation: "betterAuthSetActiveSession", use: setActive)
        app.post("multi-session/revoke", operation: "betterAuthRevokeDeviceSession", use: revoke)
    }

    private struct Present {
        let companion: SessionCookie.Companion
        let record: SessionRecord
    }

    // MARK: Signing in and out

    /// Gives a browser another cookie for who has just signed in. Only browsers say where a page came from.
    func keep(
        _ signedIn: SignedIn, isRemembered: Bool, of request: Request, in tenant: Tenant, _ response: inout Response
    ) async throws {
        guard try await isKept(request, tenant) else { return }
        guard try await tidy(request, tenant, without: signedIn.user.id, &response) < Self.maximum else { return }
        response.addCookie(
            cookie.setting(.init(session: signedIn.session.id, token: signedIn.token.text, isRemembered: isRemembered)))
    }

    /// The same for who acts now, before the browser comes back from elsewhere as someone else: it brings no cookies then.
    func keepActing(_ request: Request, in tenant: Tenant, _ response: inout Response) async throws {
        guard try await isKept(request, tenant) else { return }
        _ = try await tidy(request, tenant, without: nil, &response)
    }

    private func isKept(_ request: Request, _ tenant: Tenant) async throws(DomainError) -> Bool {
        guard request.headers[.origin] != nil || request.headers[.cookie] != nil else { return false }
        return try await isOn(for: tenant)
    }

    /// Takes away the cookies of ended sessions and of one person, and gives who acts now one beside the others.
    /// - Returns: how many people are kept.
    private func tidy(_ request: Request, _ tenant: Tenant, without user: User.ID?, _ response: inout Response) async throws -> Int {
        let companions = cookie.companions(in: request.headers)
        var kept = 0
        for (place, companion) in companions.enumerated() {
            let record = place < Self.maximum ? try await sessions.record(of: companion.token, in: tenant) : nil
            if let record, record.user.id != user {
                kept += 1
            } else {
                response.addCookie(cookie.deleting(companion))
            }
        }
        guard kept < Self.maximum, let token = try cookie.token(in: request.headers), !companions.contains(where: { $0.token == token }),
            let record = try await sessions.record(of: token, in: tenant), record.user.id != user, record.session.impersonator == nil
        else { return kept }
        response.addCookie(cookie.setting(.init(session: record.session.id, token: token, isRemembered: true)))
        return kept + 1
    }

    /// Ends every session of the browser.
    func end(_ request: Request, _ context: AppContext, _ response: inout Response) async throws {
        for (place, companion) in cookie.companions(in: request.headers).enumerated() {
            if place < Self.maximum, let record = try await sessions.record(of: companion.token, in: context.tenant) {
                try await services.ownSessions.signOut(record, from: context.origin)
            }
            response.addCookie(cookie.deleting(companion))
        }
    }

    /// Whether a browser sends any: then another site must not make it act.
    func areThere(_ request: Request) -> Bool { !cookie.companions(in: request.headers).isEmpty }

    // MARK: Routes

    @Sendable private func list(_ request: Request, _ context: AppContext) async throws -> Response {
        try await mustBeOn(for: context.tenant)
        var people: Set<User.ID> = []
        let latest = try await present(request, context).sorted { $0.record.session.createdAt > $1.record.session.createdAt }
            .filter { people.insert($0.record.user.id).inserted }
        return .json(.array(latest.map { Self.presence($0.record) }))
    }

    @Sendable private func setActive(_ request: Request, _ context: AppContext) async throws -> Response {
        let chosen = try await chosen(request, context).chosen
        var response = Response.json(Self.presence(chosen.record))
        response.addCookie(cookie.setting(chosen.companion.token, isRemembered: chosen.companion.isRemembered))
        return response
    }

    /// When it was the one that acts, the next one does.
    @Sendable private func revoke(_ request: Request, _ context: AppContext) async throws -> Response {
        let (chosen, others) = try await chosen(request, context)
        try await services.ownSessions.end(chosen.record.session.id, by: chosen.record, from: context.origin)
        var response = Response.json(["status": true])
        if try cookie.token(in: request.headers) == chosen.companion.token {
            let next = others.first
            response.addCookie(next.map { cookie.setting($0.companion.token, isRemembered: $0.companion.isRemembered) } ?? cookie.deleting)
        }
        response.addCookie(cookie.deleting(chosen.companion))
        return response
    }

    // MARK: Parts

    private func isOn(for tenant: Tenant) async throws(DomainError) -> Bool {
        try await services.tenantSettings.settings(of: tenant.id).settings.multiSession
    }

    private func mustBeOn(for tenant: Tenant) async throws {
        guard try await isOn(for: tenant) else {
            throw WebFailure(
                .notFound, "multi_session_disabled", title: "One person at a time",
                detail: "The app keeps one person signed in per browser.")
        }
    }

    /// The live ones, that of who acts among them.
    private func present(_ request: Request, _ context: AppContext) async throws -> [Present] {
        var companions = Array(cookie.companions(in: request.headers).prefix(Self.maximum))
        var found: [Present] = []
        if let token = try cookie.token(in: request.headers), !companions.contains(where: { $0.token == token }),
            let record = try await sessions.record(of: token, in: context.tenant)
        {
            companions.insert(.init(session: record.session.id, token: token, isRemembered: true), at: 0)
        }
        for companion in companions {
            guard let record = try await sessions.record(of: companion.token, in: context.tenant),
                record.session.id == companion.session
            else { continue }
            found.append(Present(companion: companion, record: record))
        }
        return found
    }

    private func chosen(_ request: Request, _ context: AppContext) async throws -> (chosen: Present, others: [Present]) {
        let text = try await BetterAuthBody.token(request, named: "sessionToken")
        try await mustBeOn(for: context.tenant)
        try await sessions.origins.check(request, of: context.tenant)
        let present = try await present(request, context)
        guard let chosen = present.first(where: { $0.companion.session.description == text || $0.companion.token == text }) else {
            throw WebFailure(
                .unauthorized, "invalid_session_token", title: "No session of this browser", detail: "Invalid session token.")
        }
        return (chosen, present.filter { $0.companion.session != chosen.companion.session })
    }

    private static func presence(_ record: SessionRecord) -> JSONValue {
        AnswerShape<BetterAuthPresence>.betterAuthPresence.json(
            BetterAuthPresence(session: BetterAuthSession(session: record.session), user: record.user))
    }
}
