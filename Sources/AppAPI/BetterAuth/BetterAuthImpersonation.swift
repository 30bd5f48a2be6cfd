import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Starts impersonation. A browser keeps the administrator's own session in a second cookie; an app keeps its token.
extension BetterAuthAdministration {
    func impersonate(_ call: APICall<ImpersonateUsers>) async throws -> Response {
        let own = sessions.browserToken(in: call.request.headers)
        let id = try await BetterAuthAdministrationBody.user(call.request)
        let device = Device(headers: call.request.headers)
        let signedIn = try await services.impersonation.begin(as: id, on: device, grant: call.grant)
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: signedIn.session, token: signedIn.token.text),
            user: signedIn.user
        )
        var response = sessions.sessionResponse(
            signedIn.token.text,
            ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence),
            isRemembered: false
        )
        if let own { response.addCookie(sessions.cookie.keepingAdministrator(own)) }
        return response
    }
}
