import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The account routes for a signed-in user of an app, in any dialect: the profile, and resuming the session.
package struct AccountRoutes: Sendable {
    private let services: Services
    private let admission: AccountAdmission

    /// - Parameter proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, proxies: TrustedProxies) {
        self.services = services
        admission = AccountAdmission(
            restoration: services.restoration,
            naming: TenantResolver(authenticator: services.authenticator, proxies: proxies),
            changes: services.ownChanges
        )
    }

    /// - Parameter routes: at the root of the router, in the area `account`.
    package func add(to routes: Routes<GatehouseContext>) {
        let routes = routes.with(AuthFailureRenderer { WebFailure(account: $0) })
        let app = routes.group("api/v1/session", authentication: .accessToken, admit: admission.enter)
        app.post("restoration", operation: "restoreSession", use: restore)

        let person = routes.group("api/v1/me", authentication: .accessToken, admit: admission.admitPerson)
        person.get(operation: "getProfile", use: read)
        person.patch(operation: "changeProfile", use: change)
    }

    @Sendable private func restore(_ request: Request, _ context: AppContext) async throws -> Response {
        let refreshToken = try await AccountInputs.refreshToken(request)
        let restored: RestoredSession
        if let refreshToken {
            restored = try await services.restoration.restore(refreshToken: refreshToken, in: context.signInContext)
        } else {
            restored = try await services.restoration.restore(token: bearer(request), in: context.tenant)
        }
        return .json(
            ResponseSchema<RestoredSession>.restoredSession.json(restored),
            headers: [.cacheControl: "no-store"]
        )
    }

    private func bearer(_ request: Request) throws(AuthFailure) -> String {
        guard let token = try? AccountAdmission.bearer(request.headers) else { throw .accessToken(.malformed) }
        return token
    }

    @Sendable private func read(_ request: Request, _ context: SignedInContext) async throws -> Response {
        Self.answer(try await services.ownProfile.read(of: context.record.user.id, in: context.tenant.id))
    }

    @Sendable private func change(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let version = try AccountInputs.expectedVersion(request)
        let patch = try await AccountInputs.patch(request)
        let change = try await services.ownProfile.change(
            patch,
            expecting: version,
            by: context.record,
            from: context.origin
        )
        switch change {
        case .changed(let profile): return Self.answer(profile)
        case .conflicts(let conflicts, let profile):
            return Self.refusal(.profileConflict, conflicts, profile, context)
        case .anotherVersion(let profile): return Self.refusal(.profileVersion, [], profile, context)
        }
    }

    private static func answer(_ profile: Profile) -> Response {
        .json(
            ResponseSchema<Profile>.profile.json(profile),
            headers: [.eTag: "\"\(profile.user.history.version)\"", .cacheControl: "no-store"]
        )
    }

    /// Creates a problem document with all that the device needs, so that it sends no further request.
    private static func refusal(
        _ failure: WebFailure,
        _ conflicts: [ProfileConflict],
        _ profile: Profile,
        _ context: SignedInContext
    ) -> Response {
        var document = ProblemRenderer.document(failure, requestID: context.requestID).objectValue ?? [:]
        document.append("conflicts", .array(conflicts.map(ResponseSchema<ProfileConflict>.profileConflict.json)))
        document.append("profile", ResponseSchema<Profile>.profile.json(profile))
        return .json(
            .object(document),
            status: failure.status,
            headers: [.contentType: ProblemRenderer.contentType, .eTag: "\"\(profile.user.history.version)\""]
        )
    }
}
