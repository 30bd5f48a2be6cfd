import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Opens a session of the app in the browser, or links Apple to the account of one.
package struct BetterAuthAppleCompletion: AppleFlowCompletion {
    private let cookie: SessionCookie

    package init(services: Services) { cookie = SessionCookie(services) }

    package func response(to outcome: AppleWebOutcome, _ callback: AppleCallback) async throws -> Response {
        let flow = outcome.flow
        switch outcome.result {
        case .signedIn(let signedIn):
            var response = Response(status: .seeOther, headers: [.location: flow.returnTo])
            response.addCookie(cookie.setting(signedIn.token.text, isRemembered: true))
            response.addCookie(cookie.deletingAdministrator)
            return response
        case .linked, .recognized: return Response(status: .seeOther, headers: [.location: flow.returnTo])
        case .cancelled: return rejected("user_cancelled_authorize", flow)
        case .failed(let failure): return rejected(WebFailure(betterAuth: failure, at: .other).code.lowercased(), flow)
        }
    }

    private func rejected(_ error: String, _ flow: AppleFlow) -> Response {
        Response(status: .seeOther, headers: [.location: HandoverAddress.with(error: error, nil, flow.errorTo)])
    }
}
