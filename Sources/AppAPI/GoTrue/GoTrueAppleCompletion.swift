import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Hands the tokens of a new session over to the app: in the fragment, or for a code when the app sent a challenge.
package struct GoTrueAppleCompletion: AppleFlowCompletion {
    private let links: AccountLinks
    private let opener: SessionOpener
    private let tokens: AccessTokens

    package init(services: Services) {
        links = services.links
        opener = services.sessionOpener
        tokens = services.accessTokens
    }

    package func response(to outcome: AppleWebOutcome, _ callback: AppleCallback) async throws -> Response {
        let flow = outcome.flow
        switch outcome.result {
        case .signedIn(let signedIn):
            do {
                let client = SignInClient(device: signedIn.session.device, origin: callback.origin)
                let context = SignInContext(tenant: callback.tenant, client: client)
                return try await opener.handingOver(signedIn, in: context) {
                    leading(to: try await address(signedIn, flow, of: callback.tenant))
                }
            } catch {
                return rejected(
                    flow,
                    "temporarily_unavailable",
                    ("unexpected_failure", "The session could not be handed over. Sign in again.")
                )
            }
        case .linked, .recognized: return leading(to: flow.returnTo)
        case .cancelled:
            return rejected(flow, "access_denied", ("user_cancelled_authorize", "The user cancelled the sign-in."))
        case .failed(let failure):
            let failure = WebFailure(goTrue: failure, at: .other)
            let error = failure.status.kind == .serverError ? "temporarily_unavailable" : "access_denied"
            return rejected(flow, error, (GoTrueRenderer.name(failure).code, failure.detail))
        }
    }

    private func address(_ signedIn: SignedIn, _ flow: AppleFlow, of tenant: Tenant) async throws -> String {
        if let challenge = flow.challenge {
            return HandoverAddress.with(code: try await links.handOver(signedIn, to: challenge), flow.returnTo)
        }
        let issued = try await tokens.issue(for: signedIn.session, tenant: tenant, method: .oauth)
        return HandoverAddress.with(issued, flow.returnTo)
    }

    private func rejected(_ flow: AppleFlow, _ error: String, _ more: (code: String, description: String)) -> Response {
        leading(to: HandoverAddress.with(error: error, more, flow.errorTo))
    }

    private func leading(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}
