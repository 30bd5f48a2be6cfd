import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Starts impersonation. A browser keeps the administrator's own session in a second cookie; an app keeps its token.
extension BetterAuthAdministration {
    @Sendable func impersonate(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ImpersonateUsers>
    ) async throws -> Response {
        let own = sessions.browserToken(in: request.headers)
        let id = try await BetterAuthAdministrationBody.user(request)
        let device = Device(headers: request.headers)
        let signedIn = try await services.impersonation.begin(as: id, on: device, grant: grant)
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: signedIn.session, token: signedIn.token.text),
            user: signedIn.user
        )
        var response = sessions.begun(
            signedIn.token.text,
            ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence),
            isRemembered: false
        )
        if let own { response.addCookie(sessions.cookie.keepingAdministrator(own)) }
        return response
    }
}
