import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The account routes for a signed-in user of an app, in any dialect: the profile, and resuming the session.
package struct AccountRoutes: Sendable {
    private let profileSelfService: ProfileSelfService
    private let restoration: SessionRestoration
    private let admission: AccountAdmission

    /// - Parameter proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, proxies: TrustedProxies) {
        profileSelfService = services.profileSelfService
        restoration = services.restoration
        admission = AccountAdmission(
            bearers: services.bearers,
            tenants: TenantResolver(authenticator: services.authenticator, proxies: proxies),
            limits: services.selfServiceLimits
        )
    }

    /// - Parameter routes: at the root of the router, in the area `account`.
    package func add(to routes: Routes<GatehouseContext>) {
        let routes = routes.answering(WebFailure.init(account:))
        let app = routes.group("api/v1/session", authentication: .accessToken, admit: admission.enter)
        app.post("restoration", operation: "restoreSession", use: restore)

        let userRoutes = routes.group("api/v1/me", authentication: .accessToken, admit: admission.admitUser)
        userRoutes.get(operation: "getProfile", use: read)
        userRoutes.patch(operation: "changeProfile", use: change)
    }

    private func restore(_ call: PlainCall<AppContext>) async throws -> Response {
        let refreshToken = try await AccountInputs.refreshToken(call.request)
        let restored: RestoredSession
        if let refreshToken {
            restored = try await restoration.restore(refreshToken: refreshToken, in: call.context.signInContext)
        } else {
            restored = try await restoration.restore(
                token: bearer(call.request),
                in: call.context.signInContext
            )
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

    private func read(_ call: PlainCall<SignedInContext>) async throws -> Response {
        Self.answer(try await profileSelfService.read(of: call.context.record.user.id, in: call.context.tenant.id))
    }

    private func change(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let version = try AccountInputs.expectedVersion(call.request)
        let patch = try await AccountInputs.patch(call.request)
        let change = try await profileSelfService.change(
            patch,
            expecting: version,
            by: call.context.record,
            from: call.context.origin
        )
        switch change {
        case .changed(let profile): return Self.answer(profile)
        case .conflicts(let conflicts, let profile):
            return Self.rejection(.profileConflict, conflicts, profile, call.context)
        case .anotherVersion(let profile): return Self.rejection(.profileVersion, [], profile, call.context)
        }
    }

    private static func answer(_ profile: Profile) -> Response {
        .json(
            ResponseSchema<Profile>.profile.json(profile),
            headers: [.eTag: "\"\(profile.user.history.version)\"", .cacheControl: "no-store"]
        )
    }

    /// Creates a problem document with all that the device needs, so that it sends no further request.
    private static func rejection(
        _ failure: WebFailure,
        _ conflicts: [ProfileConflict],
        _ profile: Profile,
        _ context: SignedInContext
    ) -> Response {
        var document = ProblemRenderer.document(failure, to: context.identity).objectValue ?? [:]
        document.append("conflicts", .array(conflicts.map(ResponseSchema<ProfileConflict>.profileConflict.json)))
        document.append("profile", ResponseSchema<Profile>.profile.json(profile))
        return .json(
            .object(document),
            status: failure.status,
            headers: [.contentType: ProblemRenderer.contentType, .eTag: "\"\(profile.user.history.version)\""]
        )
    }
}
