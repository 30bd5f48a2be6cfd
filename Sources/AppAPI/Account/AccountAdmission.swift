import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Authenticates the app and the user of a request.
struct AccountAdmission: Sendable {
    let bearers: BearerSessions
    let tenants: TenantResolver
    let limits: SelfServiceLimits

    func enter(_ request: Request, _ context: GatehouseContext) async throws -> AppContext {
        let tenant = try await tenants.resolve(request, context, speaking: nil).tenant
        let client = SignInClient(device: Device(headers: request.headers), origin: context.origin)
        let signInContext = SignInContext(tenant: tenant, client: client)
        return AppContext(context, as: AppIdentity(signInContext: signInContext, reading: nil))
    }

    /// - Throws: 401 or 403 with the reason as its code; 429 for too many changes.
    func admitUser(_ request: Request, _ context: GatehouseContext) async throws -> SignedInContext {
        let signedIn = try await signedIn(request, context)
        if request.method != .get { try await limits.take(signedIn.record) }
        return signedIn
    }

    private func signedIn(_ request: Request, _ context: GatehouseContext) async throws -> SignedInContext {
        let app = try await enter(request, context)
        guard let token = try Self.bearer(request.headers) else {
            throw WebFailure.unauthenticated("Send a session token or an access token as the bearer token.")
                .challenging(withToken: false)
        }
        let record = try await bearers.session(token, in: app.signInContext)
        return SignedInContext(app, session: PresentedSession(record: record, token: token, carrier: .bearer))
    }

    static func bearer(_ headers: HTTPFields) throws(WebFailure) -> String? {
        let bearers = headers[values: .authorization].compactMap(BearerToken.init)
        guard bearers.count <= 1 else { throw .severalKeys("one Authorization header") }
        return bearers.first?.text
    }
}
