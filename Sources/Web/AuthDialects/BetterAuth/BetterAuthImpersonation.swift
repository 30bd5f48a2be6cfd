import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases

/// Using the app as someone else. In a browser the administrator's own session waits in a cookie of its own; an app keeps its token.
extension BetterAuthAdministration {
    @Sendable func impersonate(_ request: Request, _ context: APIContext) async throws -> Response {
        let own = sessions.browserToken(in: request.headers)
        let signedIn = try await telling(.impersonateUsers, request, context) {
            let grant = try context.grant(ImpersonateUsers.self)
            let id = try await BetterAuthAdministrationBody.user(request)
            return try await services.impersonation.begin(as: id, on: Device(headers: request.headers), grant: grant)
        }
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: signedIn.session, token: signedIn.token.text), user: signedIn.user)
        var response = sessions.begun(
            signedIn.token.text, AnswerShape<BetterAuthPresence>.betterAuthPresence.json(presence), isRemembered: false)
        if let own { response.addCookie(sessions.cookie.keepingOwn(own)) }
        return response
    }
}

struct BetterAuthReturn: Sendable {
    let services: Services
    let sessions: BetterAuthSessions

    func add(to person: Routes<SignedInContext>) {
        person.post("admin/stop-impersonating", operation: "betterAuthStopImpersonating", use: stop)
    }

    /// Ends the session; a browser is back in the administrator's own.
    @Sendable private func stop(_ request: Request, _ context: SignedInContext) async throws -> Response {
        try await BetterAuthBody.nothing(request)
        guard let impersonator = context.record.session.impersonator else {
            throw WebFailure(
                .badRequest, "you_are_not_impersonating_anyone", title: "Nobody to leave", detail: "You are not impersonating anyone.")
        }
        try await services.impersonation.end(context.record, from: context.origin)
        guard request.headers[.cookie] != nil else { return .json(Self.nobody) }
        var response: Response
        if let token = try sessions.cookie.ownToken(in: request.headers), let own = try await sessions.record(of: token, in: context.tenant),
            case .user(own.user.id, own.session.id) = impersonator
        {
            let presence = BetterAuthPresence(session: BetterAuthSession(session: own.session), user: own.user)
            response = .json(AnswerShape<BetterAuthPresence>.betterAuthPresence.json(presence))
            response.addCookie(sessions.cookie.setting(token, isRemembered: true))
        } else {
            response = .json(Self.nobody)
            response.addCookie(sessions.cookie.deleting)
        }
        response.addCookie(sessions.cookie.deletingOwn)
        return response
    }

    private static let nobody: JSONValue = ["session": .null, "user": .null]
}
